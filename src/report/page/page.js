// Lists and searches the clauses, filters the causes, and copies commands. Everything that it shows is set as text.
(() => {
  const source = document.getElementById('data');
  const data = source ? JSON.parse(source.textContent) : { operations: [], clauses: [] };
  const form = document.getElementById('filter');
  const list = document.getElementById('list');
  const shown = document.getElementById('shown');
  const causes = [...document.querySelectorAll('.cause')];
  const groups = [...document.querySelectorAll('.mistake')];
  const number = new Intl.NumberFormat('en');
  const field = (id) => document.getElementById(id);
  /** Clauses that are listed before the reader asks for more. */
  const PAGE = 200;
  const ORDER = ['fail', 'error', 'warn', 'observed', 'blocked', 'skipped', 'pass'];

  /** An element of some class, with a text, or with others in it. */
  function element(name, className, content) {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (typeof content === 'string') node.textContent = content;
    else if (content) node.append(...content);
    return node;
  }

  /** Texts that were shortened to what they share with the one before. */
  function findingsOf(clause) {
    let before = [];
    return (clause.findings ?? []).map((row, index) => {
      before = row.map((cell, column) => {
        const [length, rest] = typeof cell === 'number' ? [cell, ''] : cell;
        return (before[column] ?? '').slice(0, length) + rest;
      });
      return { texts: before, exchange: clause.exchanges?.[index] };
    });
  }

  function preOf({ text, marked }, name) {
    const pre = element('pre', '', []);
    pre.tabIndex = 0;
    pre.setAttribute('role', 'group');
    pre.setAttribute('aria-label', name);
    for (const [at, line] of text.split('\n').entries()) {
      const isMarked = marked !== undefined && at >= marked[0] && at <= marked[1];
      pre.append(element('span', isMarked ? 'marked' : '', line));
    }
    return element('figure', '', [element('figcaption', '', name), pre]);
  }

  function commandOf(command) {
    const button = element('button', 'copy', 'Copy');
    button.type = 'button';
    const code = element('code', '', command);
    code.tabIndex = 0;
    return element('div', 'command', [code, button]);
  }

  function comparedOf(where, expected, actual) {
    const pair = (name, text, className) =>
      element('div', className, [element('dt', '', name), element('dd', '', text)]);
    return element('dl', 'compared', [
      pair('where', where, ''),
      pair('expected', expected, 'is-expected'),
      pair('actual', actual, 'is-actual'),
    ]);
  }

  /** A finding, without the commands that the one above it ends with as well. */
  function findingOf({ texts, exchange }, above) {
    const [message, id, where, expected, actual, ...commands] = texts;
    return element('div', 'finding', [
      element('p', '', message),
      ...(where === undefined ? [] : [comparedOf(where, expected, actual)]),
      element(
        'p',
        'remark',
        where === undefined ? `case ${id}; report.json has more of it` : `case ${id}`,
      ),
      ...(exchange
        ? [
            element('div', 'exchange', [
              preOf(exchange.request, 'Request'),
              preOf(exchange.answer, 'Answer'),
            ]),
          ]
        : []),
      ...commands.filter((line) => line && !above?.texts.includes(line)).map(commandOf),
    ]);
  }

  function observationsOf(rows) {
    const lines = rows.map((cells) =>
      element(
        'tr',
        '',
        cells.map((cell) => element('td', '', cell)),
      ),
    );
    return element('table', 'plain', [element('tbody', '', lines)]);
  }

  function bodyOf(clause) {
    const quote = element(
      'blockquote',
      '',
      clause.states.split('`').map((part, at) => element(at % 2 === 1 ? 'code' : 'span', '', part)),
    );
    quote.append(element('cite', '', `${clause.source} · ${clause.level}`));
    const operations = (clause.operations ?? []).map((index) => data.operations[index]);
    return element('div', 'body', [
      quote,
      ...(clause.known ? [element('p', 'remark', clause.known)] : []),
      ...(clause.reasons ?? []).map((reason) => element('p', 'remark', reason)),
      ...(operations.length > 0
        ? [
            element(
              'p',
              'where',
              `Operations: ${operations.slice(0, 12).join(', ')}${operations.length > 12 ? ` and ${operations.length - 12} more` : ''}`,
            ),
          ]
        : []),
      ...findingsOf(clause).map((finding, at, all) => findingOf(finding, all[at - 1])),
      ...(clause.observations ? [observationsOf(clause.observations)] : []),
    ]);
  }

  function rowOf(clause) {
    const amount = clause.findings?.length ?? clause.observations?.length ?? 0;
    const summary = element('summary', '', [
      element('span', `tag is-${clause.verdict}`, clause.verdict),
      element('h3', '', [element('code', '', clause.id)]),
      element('small', '', amount > 0 ? String(amount) : ''),
    ]);
    const row = element('details', 'clause', [summary]);
    row.id = clause.id;
    // Made when it is asked for: thousands at once would take seconds.
    row.addEventListener(
      'toggle',
      () => row.open && row.children.length === 1 && row.append(bodyOf(clause)),
    );
    return row;
  }

  function wanted() {
    const verdicts = new Set(
      [...form.querySelectorAll('[name=verdict]:checked')].map(({ value }) => value),
    );
    const words = field('text').value.toLowerCase().split(/\s+/).filter(Boolean);
    return {
      verdicts,
      words,
      level: field('level').value,
      area: field('area').value,
      operation: field('operation').value,
    };
  }

  function isFiltered({ verdicts, words, level, area, operation }) {
    return verdicts.size > 0 || words.length > 0 || Boolean(level || area || operation);
  }

  function textOf(clause) {
    clause.text ??= [
      clause.id,
      clause.states,
      clause.source,
      ...(clause.reasons ?? []),
      ...findingsOf(clause).flatMap(({ texts }) => texts),
    ]
      .join('\n')
      .toLowerCase();
    return clause.text;
  }

  function fits(one, { verdicts, words, level, area, operation }) {
    return (
      (verdicts.size === 0 || verdicts.has(one.verdict)) &&
      (!level || one.level === level) &&
      (!area || one.areas.includes(area)) &&
      (!operation || one.operations.includes(operation)) &&
      words.every((word) => one.text().includes(word))
    );
  }

  const ofClause = (clause) => ({
    verdict: clause.verdict,
    level: clause.level,
    areas: [clause.area],
    operations: (clause.operations ?? []).map((index) => data.operations[index]),
    text: () => textOf(clause),
  });

  const ofCause = ({ dataset, textContent }) => ({
    verdict: dataset.verdict,
    level: dataset.level,
    areas: dataset.areas.split(' '),
    operations: dataset.operations.split(' '),
    text: () => textContent.toLowerCase(),
  });

  function append(parent, clauses) {
    parent.append(...clauses.slice(0, PAGE).map(rowOf));
    if (clauses.length <= PAGE) return;
    const more = element('button', '', `Show ${clauses.length - PAGE} more`);
    more.type = 'button';
    more.addEventListener('click', () => {
      more.remove();
      append(parent, clauses.slice(PAGE));
    });
    parent.append(more);
  }

  function areaOf(name, clauses) {
    const counts = ORDER.map((verdict) => [
      verdict,
      clauses.filter((one) => one.verdict === verdict).length,
    ]);
    const amounts = counts
      .filter(([, amount]) => amount > 0)
      .map(([verdict, amount]) => element('small', `is-${verdict}`, `${amount} ${verdict}`));
    const area = element('details', 'area', [
      element('summary', '', [element('span', 'message', name), ...amounts]),
    ]);
    area.addEventListener(
      'toggle',
      () => area.open && area.children.length === 1 && append(area, clauses),
    );
    return area;
  }

  /** For readers of the screen, who do not see that the list changes. */
  function tell(text) {
    const found = field('found');
    if (found.textContent !== text) found.textContent = text;
  }

  function show() {
    const filter = wanted();
    for (const cause of causes) cause.hidden = !fits(ofCause(cause), filter);
    for (const group of groups) group.hidden = !group.querySelector('.cause:not([hidden])');
    const seen = causes.filter((cause) => !cause.hidden).length;
    const none = field('no-causes');
    none.hidden = causes.length === 0 || causes.some((cause) => !cause.hidden);
    if (isFiltered(filter)) tell(`${seen} of ${causes.length} causes fit the filter`);
    else tell('');
    if (!list) return;
    const clauses = data.clauses.filter((clause) => fits(ofClause(clause), filter));
    clauses.sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
    shown.textContent = `${number.format(clauses.length)} of ${number.format(data.clauses.length)}`;
    if (isFiltered(filter)) {
      tell(`${seen} of ${causes.length} causes and ${shown.textContent} clauses fit the filter`);
    }
    list.replaceChildren();
    if (isFiltered(filter)) {
      const all = element('div', 'area', []);
      append(all, clauses);
      list.append(clauses.length > 0 ? all : element('p', 'empty', 'No clause fits the filter.'));
    } else {
      for (const [name, members] of Map.groupBy(clauses, ({ area }) => area)) {
        list.append(areaOf(name, members));
      }
    }
  }

  /** Opens what the address of the page names. */
  function follow() {
    const id = decodeURIComponent(location.hash.slice(1));
    const clause = data.clauses.find((one) => one.id === id);
    if (clause) {
      form.reset();
      field('text').value = id;
      show();
    }
    const target = document.getElementById(id);
    if (!target) return;
    if (target instanceof HTMLDetailsElement) target.open = true;
    target.scrollIntoView();
  }

  /** If the browser does not allow copying, the command is selected instead. */
  async function copy(button) {
    const code = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'Selected';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  }

  /** Scrolls each box to the place that is wrong. */
  function showMarks(opened) {
    for (const box of opened.querySelectorAll('pre')) {
      const mark = box.querySelector('.marked');
      if (!mark) continue;
      const middle = mark.offsetTop - box.offsetTop - box.clientHeight / 2;
      // Begins with a whole line.
      const most = Math.min(middle, box.scrollHeight - box.clientHeight);
      const tops = [...box.children].map((line) => line.offsetTop - box.offsetTop);
      box.scrollTop = tops.findLast((top) => top <= most) ?? 0;
    }
  }

  // The body of a clause is made by then.
  document.addEventListener('toggle', ({ target }) => setTimeout(showMarks, 0, target), true);
  document.addEventListener('click', ({ target }) => {
    if (target.matches('.copy')) {
      copy(target);
    }
    if (target.dataset.area) {
      form.reset();
      field('area').value = target.dataset.area;
      show();
    }
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target.matches('input, select, textarea');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field('text').focus();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  field('clear').addEventListener('click', () => {
    form.reset();
    show();
  });
  form.addEventListener('input', show);
  addEventListener('hashchange', follow);
  form.hidden = false;
  for (const button of document.querySelectorAll('.copy')) button.hidden = false;
  show();
  follow();
  showMarks(document);
})();
