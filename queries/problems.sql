-- title: Inputs that could not be read
-- group: audit
-- description: Every input, or part of one, that could not be read, with the place and what was expected there.
SELECT sources.path, sources.member, problems.place, problems.message
FROM problems
JOIN sources USING (source_id)
ORDER BY sources.path, sources.member, problems.problem
