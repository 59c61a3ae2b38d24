// Unpacks what lies compressed in the page when it is opened for the first time.
(() => {
  'use strict';
  const unpack = async (details) => {
    const packed = details.dataset.packed;
    delete details.dataset.packed;
    const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
    const html = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    details.insertAdjacentHTML('beforeend', await new Response(html).text());
    details.dispatchEvent(new Event('unpacked', { bubbles: true }));
  };
  for (const details of document.querySelectorAll('details[data-packed]')) {
    details.addEventListener('toggle', () => {
      if (details.open && details.dataset.packed) {
        unpack(details);
      }
    });
  }
})();
