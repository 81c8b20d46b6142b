import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,suites,scripts}/**/*.test.ts'],
    // `npm run test:long` has these.
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    // Start-up of a worker costs more than most files; the tests share no global state.
    isolate: false,
    globalSetup: 'src/contract/remembering.fixture.ts',
    // One less than there are cores is the default: on two cores that is one.
    maxWorkers: '100%',
    // Tests make much garbage: with this room, collecting it takes half the time.
    execArgv: ['--max-semi-space-size=128'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
