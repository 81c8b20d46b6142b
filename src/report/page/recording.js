// Lists, searches and filters the exchanges of a recording. Everything that it shows is set as text.
(() => {
  const rows = JSON.parse(document.getElementById('data').textContent);
  const field = (id) => document.getElementById(id);
  const form = field('filter');
  const list = field('list');
  const number = new Intl.NumberFormat('en');
  /** Exchanges that are listed before the reader asks for more. */
  const PAGE = 200;

  /** An element of some class, with a text, or with others in it. */
  function element(name, className, content) {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (typeof content === 'string') node.textContent = content;
    else if (content) node.append(...content);
    return node;
  }

  function messageOf(name, text) {
    const pre = element('pre', '', [element('span', '', text)]);
    pre.tabIndex = 0;
    pre.setAttribute('role', 'group');
    pre.setAttribute('aria-label', name);
    return element('figure', '', [element('figcaption', '', name), pre]);
  }

  function bodyOf({ words, case: item, number: at, request, answer }) {
    return element('div', 'body', [
      ...words.map((line) => element('p', '', line)),
      ...(item ? [element('p', 'remark', `case ${item}`)] : []),
      ...(request === undefined
        ? [element('p', 'remark', `touchstone show DIR ${at} prints it in full`)]
        : [
            element('div', 'exchange', [
              messageOf('Request', request),
              messageOf('Answer', answer),
            ]),
          ]),
    ]);
  }

  function rowOf(row) {
    const heading = element('h3', 'message', `${row.number} ${row.method} ${row.target}`);
    const details = element('details', `cause is-${row.verdict}`, [
      element('summary', '', [
        element('span', `tag is-${row.verdict}`, row.verdict),
        heading,
        element('small', '', row.extent),
        element('span', 'deviation', `${row.status} · ${row.operation}`),
      ]),
    ]);
    details.id = `exchange-${row.number}`;
    // Made when it is asked for: thousands at once would take seconds.
    details.addEventListener(
      'toggle',
      () => details.open && details.children.length === 1 && details.append(bodyOf(row)),
    );
    return details;
  }

  function append(found) {
    list.append(...found.slice(0, PAGE).map(rowOf));
    if (found.length <= PAGE) return;
    const left = number.format(found.length - PAGE);
    const more = element(
      'button',
      '',
      `Show the next ${Math.min(PAGE, found.length - PAGE)} of ${left} more`,
    );
    more.type = 'button';
    more.addEventListener('click', () => {
      const at = list.children.length - 1;
      more.remove();
      append(found.slice(PAGE));
      list.children[at]?.querySelector('summary')?.focus();
    });
    list.append(more);
  }

  function textOf(row) {
    row.text ??= [
      row.method,
      row.target,
      row.status,
      row.operation,
      row.case,
      ...row.words,
      row.request,
      row.answer,
    ]
      .join('\n')
      .toLowerCase();
    return row.text;
  }

  function show() {
    const verdicts = new Set(
      [...form.querySelectorAll('[name=verdict]:checked')].map(({ value }) => value),
    );
    const words = field('text').value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = ['status', 'method', 'operation'].map((name) => [name, field(name).value]);
    const found = rows.filter(
      (row) =>
        (verdicts.size === 0 || verdicts.has(row.verdict)) &&
        chosen.every(([name, value]) => !value || row[name] === value) &&
        words.every((word) => textOf(row).includes(word)),
    );
    field('shown').textContent = `${number.format(found.length)} of ${number.format(rows.length)}`;
    list.replaceChildren();
    if (found.length === 0) list.append(element('p', 'empty', 'No exchange fits the filter.'));
    append(found);
  }

  /** Opens the exchange that the address of the page names. */
  function follow() {
    const at = /^#exchange-(\d+)$/.exec(location.hash)?.[1];
    const row = rows.find((one) => String(one.number) === at);
    if (!row) return;
    const shown = document.getElementById(`exchange-${at}`) ?? rowOf(row);
    if (!shown.isConnected) list.prepend(shown);
    shown.open = true;
    shown.scrollIntoView();
  }

  document.addEventListener('keydown', (event) => {
    const typing = event.target.matches('input, select, textarea');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field('text').focus();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', show);
  field('clear').addEventListener('click', () => {
    form.reset();
    show();
  });
  addEventListener('hashchange', follow);
  form.hidden = false;
  show();
  follow();
})();
