// Asks for the quote of the link that opened this page while the page's own scripts still load; `page-fetch.ts` takes
// the answer when the page asks the same.
(() => {
  const { question } = document.currentScript.dataset;
  try {
    // With preferences the page asks something else.
    if (localStorage.getItem('portage.preferences') !== null) return;
  } catch {}
  const abort = new AbortController();
  const { signal } = abort;
  const ask = async () => {
    const { pass } = await fetch('/page/pass', { signal }).then((answer) => answer.json());
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream', 'x-portage-page': pass };
    return fetch('/v1/quote', { method: 'POST', headers, body: question, signal });
  };
  const answer = ask();
  // Without an answer the page asks itself.
  answer.catch(() => undefined);
  globalThis.portageEarlyQuote = { question, askedMs: performance.now(), abort, answer };
})();
