export const ITEM = /^\/cms\/v2\/[a-z-]+\/\d+$/;
export const POSTS = /^\/cms\/v2\/posts(\/\d+)?$/;
export const POST = /^\/cms\/v2\/posts\/\d+$/;
export const MEDIA_EDIT = /^\/cms\/v2\/media\/\d+\/edit$/;
export const MENU_ITEMS = '/cms/v2/menu-items';
export const REVISIONS = /^\/cms\/v2\/.+\/revisions$/;
export const BATCH = '/batch/v1';
