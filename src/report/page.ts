/** The template of `report.html`. `<%=` escapes; nothing on the page is inserted unescaped. */

const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1c2024; --faint: #667; --line: #dde; --box: #f5f6f9;
  --fail: #b3202c; --error: #8c1d5c; --warn: #8a5a00; --blocked: #8a5a00; --pass: #1a7038; --observed: #14618f; --skipped: #667; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15181c; --ink: #e4e6ea; --faint: #9aa3ad; --line: #333a42; --box: #1e2329;
    --fail: #ff7b82; --error: #f58ac4; --warn: #e6b450; --blocked: #e6b450; --pass: #6fd08c; --observed: #74bfee; --skipped: #9aa3ad; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.4rem 0 .3rem; color: var(--faint); }
.facts { color: var(--faint); margin: .2rem 0 1rem; overflow-wrap: anywhere; }
.good { color: var(--pass); } .bad { color: var(--fail); }
fieldset { border: 0; padding: .6rem 0; margin: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; position: sticky; top: 0;
  background: var(--paper); border-bottom: 1px solid var(--line); }
legend { float: left; padding: 0; margin-right: .4rem; color: var(--faint); }
article { border-top: 1px solid var(--line); padding: .5rem 0; }
article > p { margin: .15rem 0; overflow-wrap: anywhere; }
.verdict { display: inline-block; min-width: 5.2rem; font-weight: 600; }
.fail { color: var(--fail); } .error { color: var(--error); } .warn { color: var(--warn); } .blocked { color: var(--blocked); }
.pass { color: var(--pass); } .observed { color: var(--observed); } .skipped { color: var(--skipped); }
code, pre { font: .875rem/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--box); border: 1px solid var(--line); border-radius: 4px; padding: .5rem .7rem; margin: .3rem 0; white-space: pre-wrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem; margin: .3rem 0; }
dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
.finding { border-left: 3px solid var(--line); padding-left: .8rem; margin: .6rem 0; }
.faint, summary { color: var(--faint); } summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; } td { padding: .15rem .8rem .15rem 0; vertical-align: top; overflow-wrap: anywhere; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } td { display: block; } }
@media print { fieldset { display: none; } }
`;

const CLAUSE = `<% const clauseShown = (clause, open) => { %>
<article class="is-<%= clause.verdict %>">
  <p><span class="verdict <%= clause.verdict %>"><%= clause.verdict %></span> <code><%= clause.id %></code>
    <span class="faint">section <%= clause.source.section %><% if (clause.source.rule) { %>, <%= clause.source.rule %><% } %> · <%= clause.level %></span></p>
  <p><%= clause.states %></p>
  <% if (clause.known) { %><p class="faint">Known failure: <%= clause.known %></p><% } %>
  <% for (const reason of clause.reasons) { %><p class="faint"><%= reason %></p><% } %>
  <% if (clause.findings.length > 0) { %>
  <details<% if (open) { %> open<% } %>><summary><%= clause.findings.length %> finding<% if (clause.findings.length > 1) { %>s<% } %></summary>
  <% for (const finding of clause.findings) { %>
  <div class="finding">
    <p><%= finding.message %></p>
    <dl><dt>where</dt><dd><code><%= it.placeName(finding.where) %></code></dd>
      <dt>actual</dt><dd><%= finding.actual %></dd>
      <dt>expected</dt><dd><%= finding.expected %></dd>
      <dt>case</dt><dd><code><%= finding.case %></code>, step <code><%= finding.step %></code></dd></dl>
    <% if (finding.steps) { %><ol><% for (const sent of finding.steps) { %><li><code><%= sent.request %></code> → <%= sent.answer %></li><% } %></ol><% } %>
    <% if (finding.reproduce.curl) { %><pre><%= finding.reproduce.curl %></pre><% } %>
    <pre><%= finding.reproduce.touchstone %></pre>
  </div>
  <% } %></details>
  <% } %>
  <% if (clause.observations.length > 0) { %>
  <details><summary><%= clause.observations.length %> observation<% if (clause.observations.length > 1) { %>s<% } %></summary>
  <table>
  <% for (const seen of clause.observations) { %><tr><td><code><%= seen.case %></code> <%= seen.step %></td><td><code><%= it.placeName(seen.where) %></code></td><td><%= seen.value %></td></tr>
  <% } %></table></details>
  <% } %>
</article>
<% } %>`;

export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title><%= it.report.target.name %>: <%= it.outcome.words %></title>
<style>${STYLE}
<% for (const [verdict] of it.counts) { %>body:has(#show-<%= verdict %>:not(:checked)) .is-<%= verdict %> { display: none; }
<% } %></style>
</head>
<body>
${CLAUSE}<header>
<h1 class="<%= it.outcome.good ? 'good' : 'bad' %>"><%= it.outcome.words %></h1>
<p class="facts"><%= it.report.target.name %><% for (const [key, url] of Object.entries(it.report.target)) { if (key !== 'name') { %> · <%= url %><% } } %> · <%= it.report.mode %> · <%= it.cost %> · seed <%= it.report.seed %><% if (it.report.shard) { %>, shard <%= it.report.shard.index %>/<%= it.report.shard.of %><% } %> · <time datetime="<%= it.report.startedAt %>"><%= it.report.startedAt %></time> · <%= it.report.tool.name %> <%= it.report.tool.version %> · contract <code><%= it.report.contract.digest %></code></p>
<% for (const note of it.report.caveats ?? []) { %><p><%= note %></p>
<% } %></header>
<fieldset><legend>Show</legend>
<% for (const [verdict, number] of it.counts) { %><label><input type="checkbox" id="show-<%= verdict %>" checked> <span class="<%= verdict %>"><%= number %> <%= verdict %></span></label>
<% } %></fieldset>
<main>
<% if (it.report.stale.length > 0) { %><h2>Stale known failures</h2>
<ul><% for (const entry of it.report.stale) { %><li><%= entry %></li><% } %></ul>
<% } %><% if (it.report.problems.length > 0) { %><h2>Problems of the run</h2>
<ul><% for (const problem of it.report.problems) { %><li><%= problem %></li><% } %></ul>
<% } %><% if (it.report.notes) { %><h2>Notes</h2>
<ul><% for (const note of it.report.notes) { %><li><%= note %></li><% } %></ul>
<% } %><% if (it.troubled.length > 0) { %><h2>What went wrong</h2>
<% for (const clause of it.troubled) { clauseShown(clause, true) } %>
<% } %><% for (const document of it.documents) { %><h2><%= document.name %></h2>
<% for (const section of document.sections) { %><section><h3>Section <%= section.name %></h3>
<% for (const clause of section.clauses) { clauseShown(clause, false) } %></section>
<% } %><% } %></main>
</body>
</html>
`;
