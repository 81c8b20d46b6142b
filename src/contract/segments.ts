/**
 * Values of path parameters that do not arrive as they were sent: clients and servers take segments of dots out of
 * a path (RFC 3986, 5.2.4), and slashes at its ends. Slashes within stay, as in the id `theme//slug`: a server
 * that merges them would not find its own templates. A regular expression, as a schema's `pattern` takes it.
 */
export const UNSTEADY = '(^|/)\\.{1,2}(/|$)|^/|/$|^$';
