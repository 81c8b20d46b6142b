/**
 * Reads the files that a user names, writes files and folders, and prints on the screen, where all text from outside
 * is escaped.
 */

export * from './input.ts';
export * from './line-file.ts';
export * from './output.ts';
export * from './process.ts';
export * from './screen.ts';
export * from './tee.ts';
export * from './tool.ts';
