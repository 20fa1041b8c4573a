// Keeps the page for use without a network: all of its files in the version of this one, and nothing of what it judges.
"use strict";
const KEPT = "judge-/* stamp */";
const NAMES = /* names */ [];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(NAMES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("judge-") && name !== KEPT);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin) return;
  event.respondWith(caches.open(KEPT).then(async (kept) => await kept.match(event.request, { ignoreSearch: true }) ?? fetch(event.request)));
});
