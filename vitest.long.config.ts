import { defineConfig } from 'vitest/config';

/** Tests that start many processes, read hundreds of recordings, or run the whole plan: `npm run test:long`. */
export default defineConfig({
  test: {
    include: ['{src,suites,scripts}/**/*.long.test.ts'],
    isolate: false,
    globalSetup: 'src/contract/remembering.fixture.ts',
    maxWorkers: '100%',
    // Tests make much garbage: with this room, collecting it takes half the time.
    execArgv: ['--max-semi-space-size=128'],
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
  },
});
