/**
 * Values of path parameters that do not arrive unchanged: clients and servers remove dot segments (RFC 3986, 5.2.4) and
 * slashes at the ends. Inner slashes stay, as in the id `theme//slug`: a server that merges them would not find its own
 * templates. A regular expression for a schema's `pattern`.
 */
export const UNSTEADY = '(^|/)\\.{1,2}(/|$)|^/|/$|^$';
