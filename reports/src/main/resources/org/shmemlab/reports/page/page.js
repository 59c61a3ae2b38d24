// The toggle between light and dark, and tables that sort and copy.
(() => {
  'use strict';
  const root = document.documentElement;
  const toggle = document.getElementById('theme');
  const asked = () => root.dataset.theme;
  const dark = () => (asked() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const show = () => {
    toggle.setAttribute('aria-pressed', String(dark()));
    document.dispatchEvent(new Event('themechange'));
  };
  window.shmemlab = { dark };
  toggle.addEventListener('click', () => {
    root.dataset.theme = dark() ? 'light' : 'dark';
    show();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  toggle.setAttribute('aria-pressed', String(dark()));

  const text = (cell) => cell.textContent.trim();
  const number = (value) => Number(value.replace(/[,%\s]/g, ''));
  const compare = (a, b) => {
    const x = number(a);
    const y = number(b);
    return a !== '' && b !== '' && !Number.isNaN(x) && !Number.isNaN(y) ? x - y : a.localeCompare(b);
  };

  for (const box of document.querySelectorAll('.table')) {
    const table = box.querySelector('table');
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      head.querySelector('.sort').addEventListener('click', () => {
        const down = head.getAttribute('aria-sort') === 'ascending';
        heads.forEach((other) => other.setAttribute('aria-sort', 'none'));
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const body = table.tBodies[0];
        const rows = [...body.rows].sort(
          (a, b) => compare(text(a.cells[column]), text(b.cells[column])) * (down ? -1 : 1));
        body.append(...rows);
      });
    });
    const copy = box.querySelector('.copy');
    copy.addEventListener('click', async () => {
      const quoted = (value) => (/[",\n]/.test(value) ? '"' + value.replaceAll('"', '""') + '"' : value);
      const csv = [...table.rows].map((row) => [...row.cells].map((cell) => quoted(text(cell))).join(',')).join('\n') + '\n';
      let done = true;
      try {
        await navigator.clipboard.writeText(csv);
      } catch {
        const area = document.createElement('textarea');
        area.value = csv;
        document.body.append(area);
        area.select();
        done = document.execCommand('copy');
        area.remove();
      }
      copy.textContent = done ? 'Copied' : 'The browser does not let pages copy';
      setTimeout(() => { copy.textContent = 'Copy as CSV'; }, 2000);
    });
  }
})();
