// The process of worker.js: it calls an export that returns `{ ready, ask }`, sends `ready`, and answers with `ask`.
const [module, name, ...args] = process.argv.slice(2);
const { [name]: open } = await import(`./${module}`);
const { ready = null, ask } = await open(...args);
process.on('message', async (question) => {
  process.send((await ask?.(question)) ?? null);
});
process.on('disconnect', () => process.exit());
process.send(ready);
