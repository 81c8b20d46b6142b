/**
 * Imports OpenAPI documents (3.1, 3.0, Swagger 2.0) as APIs of one's own: the same data that a folder of operations,
 * schemas and clauses holds.
 */

export { fetchDocuments, readDocuments, shownUrl } from './documents.ts';
export { type ImportedApi, type ImportNote, importOpenApi } from './import.ts';
export { apiNameIn } from './naming.ts';
export { assertLevels, type Overlay, type OverlaySource } from './overlay.ts';
export type { OpenApiDocuments } from './source.ts';
