import { isMembers, type Json } from '../../model/index.ts';

export type Members = { readonly [name: string]: Json };

export function membersOf(value: Json | undefined): Members {
  return isMembers(value) ? value : {};
}

export function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
