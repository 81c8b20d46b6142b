import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,suites,scripts}/**/*.test.ts'],
    // Start-up of a worker costs more than most files; the tests share no global state.
    isolate: false,
    testTimeout: 60_000,
  },
});
