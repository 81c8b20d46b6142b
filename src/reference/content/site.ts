import type { ContentChoices } from './choices.ts';
import type { CollectionName, Item, User } from './item.ts';
import type { Zone } from './moment.ts';
import type { Params } from './params.ts';
import type { SiteParts } from './parts.ts';
import type { Refusal, SerializedRecord, SiteResult } from './refusal.ts';
import type { Store } from './store.ts';
import type { Theme } from './styles.ts';

/** One running site: its state, choices and parts. */
export interface ContentSite {
  readonly store: Store;
  readonly themes: readonly Theme[];
  readonly choices: ContentChoices;
  readonly parts: SiteParts;
  /** `{site_base_url}`, without a final slash. */
  readonly baseUrl: string;
  readonly zone: Zone;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Serialised records by item and view. Items are immutable, so entries stay valid. */
  readonly texts: WeakMap<Item, Map<string, SerializedRecord>>;
}

export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** One request, validated by its schemas. */
export interface SiteCall {
  readonly site: ContentSite;
  readonly method: string;
  /** The requested route, such as `/cms/v2/posts/12`. */
  readonly route: string;
  readonly query: string;
  readonly collection: CollectionName;
  readonly params: Params;
  /** Names that the request contains; the others are defaults. */
  readonly given: ReadonlySet<string>;
  readonly user: User | undefined;
  readonly file?: UploadedFile;
}

export type SiteEndpoint = (call: SiteCall) => SiteResult | Refusal;

/** The requested form of a record. */
export interface RecordView {
  readonly context: 'view' | 'embed' | 'edit';
  /** The password was given, or is not needed. */
  readonly unlocked: boolean;
  readonly excerptWords: number;
}
