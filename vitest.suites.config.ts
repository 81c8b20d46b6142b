import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['suites/**/*.suite.ts'],
    isolate: false,
    // Shards are made of files: with more shards than suites, some are empty, and rightly pass.
    passWithNoTests: process.argv.some((argument) => argument.startsWith('--shard')),
    // The contract and the profiles are read and not imported, so watching has to be told of them.
    forceRerunTriggers: [
      '**/schemas/**',
      '**/suites/**/*.yaml',
      '**/fixtures/**',
      '**/touchstone.yaml',
    ],
  },
});
