// Keeps the files of the page, so that it opens without a network. Where there is one, its files are taken.

const CACHE = "bartizan-page";
/** @type {any} */
const worker = self;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

// What the page had loaded before this worker was there.
worker.addEventListener("message", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then(async (cache) => {
    await Promise.all(event.data.map((/** @type {string} */ address) => cache.add(address).catch(() => {})));
    event.source?.postMessage("kept");
  }));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
