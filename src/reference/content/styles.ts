import { routeOf } from './address.ts';
import type { JsonObject } from './item.ts';
import { textOf } from './params.ts';
import { json, notFound, type Refusal, type SiteResult } from './refusal.ts';
import type { ContentSite, SiteCall } from './site.ts';

/** Styles of a theme, and their variations. */
export interface Theme {
  readonly stylesheet: string;
  readonly styles: JsonObject;
  readonly settings: JsonObject;
  readonly variations: readonly ThemeVariation[];
}

export interface ThemeVariation {
  readonly title: string;
  readonly styles: JsonObject;
  readonly settings: JsonObject;
}

function themeOf(call: SiteCall): Theme | undefined {
  const stylesheet = textOf(call.params, 'stylesheet');
  return call.site.themes.find((theme) => theme.stylesheet === stylesheet);
}

/** GET the styles of a theme (4.2). */
export function readThemeLooks(call: SiteCall): SiteResult | Refusal {
  const theme = themeOf(call);
  if (!theme) return notFound('theme');
  const { stylesheet, styles, settings } = theme;
  return json({ stylesheet, styles, settings, ...selfLink(stylesheet, call.site) });
}

function selfLink(stylesheet: string, site: ContentSite): JsonObject {
  if (site.choices['links-member'] === 'absent') return {};
  const href = routeOf(site, `/cms/v2/global-styles/themes/${stylesheet}`);
  return { _links: { self: [{ href }] } };
}

/** GET the variations of a theme's styles (4.2). */
export function themeVariations(call: SiteCall): SiteResult | Refusal {
  const theme = themeOf(call);
  if (!theme) return notFound('theme');
  return json(theme.variations.map(({ title, styles, settings }) => ({ title, styles, settings })));
}
