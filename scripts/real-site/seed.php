<?php
// php seed.php DIR PORT install | permalinks plain|pretty | seed      (called by site.sh)
// Content is the same each time, but for passwords and the time of setup. What a release does not know yet is left out.
define('SEED_DIR', $argv[1]); // constants: WordPress uses and unsets variables of these names
define('SEED_ACTION', $argv[3]);
define('SEED_STRUCTURE', ($argv[4] ?? '') === 'pretty' ? '/%year%/%monthnum%/%postname%/' : '');
$_SERVER = ['HTTP_HOST' => "127.0.0.1:$argv[2]", 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_METHOD' => 'GET',
    'REMOTE_ADDR' => '127.0.0.1', 'SERVER_NAME' => '127.0.0.1', 'SCRIPT_NAME' => '/index.php', 'PHP_SELF' => '/index.php'] + $_SERVER;
if (SEED_ACTION === 'install') {
    define('WP_INSTALLING', true);
}
require SEED_DIR . '/site/wp-load.php';
foreach (['upgrade', 'image', 'file', 'misc'] as $part) {
    require_once ABSPATH . "wp-admin/includes/$part.php";
}
add_filter('pre_wp_mail', '__return_true');

if (SEED_ACTION === 'install') {
    wp_install('Docs Site', 'admin', 'admin@example.test', true, '', wp_generate_password(24, false));
    exit(is_blog_installed() ? 0 : 1);
}
if (SEED_ACTION === 'permalinks') {
    $wp_rewrite->set_permalink_structure(SEED_STRUCTURE);
    $wp_rewrite->flush_rules(false);
    exit;
}

function must($value, $what)
{
    if (!$value || is_wp_error($value)) {
        fwrite(STDERR, "seed.php: $what: " . (is_wp_error($value) ? $value->get_error_message() : 'nothing came of it') . "\n");
        exit(1);
    }
    return $value;
}
function post($route, $body)
{
    $request = new WP_REST_Request('POST', $route);
    $request->set_header('Content-Type', 'application/json');
    $request->set_body(json_encode($body));
    $response = rest_do_request($request);
    $data = rest_get_server()->response_to_data($response, false);
    if ($response->get_status() >= 400) {
        echo "  left out: POST $route: ", $data['code'] ?? '', ' ', $data['message'] ?? '', "\n";
    }
    return $data;
}
function paragraph($text)
{
    return "<!-- wp:paragraph -->\n<p>$text</p>\n<!-- /wp:paragraph -->";
}
function terms($taxonomy, $names, $parent = 0)
{
    return array_map(fn($name) => must(wp_insert_term($name, $taxonomy, ['parent' => $parent]), "term $name")['term_id'], $names);
}
(function (): void {
    wp_set_current_user(1);

    // Logins
    $env = ['SITE_WORDPRESS' => $GLOBALS['wp_version'], 'SITE_THEME' => get_stylesheet()];
    $users = ['' => ['admin', 'administrator'], 'EDITOR' => ['eddie', 'editor'], 'AUTHOR' => ['arthur', 'author'],
        'CONTRIBUTOR' => ['connie', 'contributor'], 'SUBSCRIBER' => ['sam', 'subscriber']];
    foreach ($users as $key => [$login, $role]) {
        $id = $key === '' ? 1 : must(wp_insert_user(['user_login' => $login, 'user_pass' => wp_generate_password(24, false),
            'user_email' => "$login@example.test", 'role' => $role, 'display_name' => ucfirst($login)]), "user $login");
        [$password] = must(WP_Application_Passwords::create_new_application_password($id, ['name' => 'tests']), "password of $login");
        $env += $key === '' ? ['SITE_USER' => $login, 'SITE_PASSWORD' => $password] : ["SITE_$key" => $login, "SITE_{$key}_PASSWORD" => $password];
        $ids[$role] = $id;
    }
    $author = $ids['author'];

    // Terms
    $categories = terms('category', ['Guides', 'Reference', 'News', 'Releases']);
    $categories = array_merge($categories, terms('category', ['Install', 'Upgrade'], $categories[0]));
    $categories = array_merge($categories, terms('category', ['Linux'], $categories[4]));
    $tags = terms('post_tag', ['webhook', 'token', 'timezone', 'oauth', 'batch', 'media']);
    $patterns = taxonomy_exists('wp_pattern_category') ? terms('wp_pattern_category', ['Hero', 'Pricing', 'Footer bits']) : [];

    // Media: three PNG, three JPEG, one text
    $media = [];
    for ($i = 0; $i < 7; $i++) {
        $kind = $i === 6 ? 'txt' : ($i % 2 ? 'jpg' : 'png');
        $file = wp_upload_dir()['path'] . "/seed-$i.$kind";
        if ($kind === 'txt') {
            file_put_contents($file, "some notes\n");
        } else {
            $image = imagecreatetruecolor(640 + $i * 40, 480);
            imagefill($image, 0, 0, imagecolorallocate($image, 40 * $i, 120, 200 - 20 * $i));
            imagestring($image, 5, 20, 20, "picture $i", imagecolorallocate($image, 255, 255, 255));
            $kind === 'png' ? imagepng($image, $file) : imagejpeg($image, $file);
        }
        $media[] = $id = must(wp_insert_attachment(['post_mime_type' => ['png' => 'image/png', 'jpg' => 'image/jpeg', 'txt' => 'text/plain'][$kind],
            'post_title' => $kind === 'txt' ? 'Notes' : "Picture $i", 'post_status' => 'inherit', 'post_author' => $i % 3 ? 1 : $author,
            'post_date' => sprintf('2025-%02d-10 12:00:00', $i + 1)], $file), $file);
        if ($kind !== 'txt') {
            wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $file));
            update_post_meta($id, '_wp_attachment_image_alt', "alt $i");
        }
    }

    // Posts: 44 published (2 sticky, 1 with a password), drafts, pending, private, scheduled, 2 in the trash
    $words = ['webhook', 'platform', 'token', 'zone', 'mapping', 'flow', 'trigger', 'adapter', 'retry', 'queue'];
    $formats = ['aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'];
    $posts = [];
    for ($i = 0; $i < 60; $i++) {
        $status = match (true) { $i < 44 || $i > 55 => 'publish', $i < 48 => 'draft', $i < 51 => 'pending', $i < 54 => 'private', default => 'future' };
        $date = $status === 'future' ? sprintf('2041-%02d-01 10:00:00', $i - 53)
            : sprintf('20%02d-%02d-%02d %02d:%02d:00', 21 + intdiv($i, 18), 1 + ($i * 5) % 12, 1 + ($i * 7) % 27, ($i * 3) % 24, ($i * 11) % 60);
        $topic = $words[$i % 10] . ' ' . $words[($i * 3 + 1) % 10];
        $posts[] = $id = must(wp_insert_post(['post_title' => ucfirst($topic) . " article $i",
            'post_content' => paragraph("Body of article $i about $topic. It explains the " . $words[($i + 4) % 10] . '.'),
            'post_excerpt' => $i % 3 ? '' : "Summary $i of $topic", 'post_status' => $status, 'post_date' => $date,
            'post_author' => $i % 3 ? 1 : $author, 'post_category' => [$categories[$i % 7], $categories[($i + 3) % 7]],
            'comment_status' => $i % 4 ? 'open' : 'closed', 'ping_status' => $i % 5 ? 'open' : 'closed',
            'post_password' => $i === 7 ? 'sesame' : ''], true), "post $i");
        wp_set_object_terms($id, [$tags[$i % 6], $tags[($i * 2 + 1) % 6]], 'post_tag');
        if ($i % 4 === 1) {
            set_post_format($id, $formats[$i % 9]);
        }
        if ($i % 5 === 0) {
            set_post_thumbnail($id, $media[$i % 6]);
        }
    }
    stick_post($posts[3]);
    stick_post($posts[20]);
    for ($i = 0; $i < 6; $i++) {
        for ($edit = 0; $edit < 3; $edit++) {
            wp_update_post(['ID' => $posts[$i], 'post_title' => "Edited article $i ($edit)", 'post_content' => paragraph("Edited $edit body of $i")]);
        }
    }
    wp_trash_post($posts[57]);
    wp_trash_post($posts[58]);
    foreach ([1, 2] as $i) {
        post("/wp/v2/posts/{$posts[$i]}/autosaves", ['title' => "auto title $i", 'content' => paragraph("autosaved $i")]);
    }

    // Pages, three levels deep
    $pages = [];
    for ($i = 0; $i < 14; $i++) {
        $pages[] = must(wp_insert_post(['post_type' => 'page', 'post_title' => "Page $i", 'post_content' => paragraph("Page body $i " . $words[$i % 10]),
            'post_status' => $i === 12 ? 'draft' : ($i === 13 ? 'private' : 'publish'),
            'post_parent' => $i >= 4 && $i < 9 ? $pages[$i % 3] : ($i === 9 ? $pages[4] : 0), 'menu_order' => ($i * 3) % 7,
            'post_author' => $i % 4 ? 1 : $author, 'post_date' => sprintf('2024-%02d-05 08:30:00', 1 + $i % 12)], true), "page $i");
    }
    for ($edit = 0; $edit < 3; $edit++) {
        wp_update_post(['ID' => $pages[1], 'post_content' => paragraph("page edit $edit")]);
    }
    post("/wp/v2/pages/{$pages[1]}/autosaves", ['content' => paragraph('autosaved page')]);

    // Blocks
    $first = 0;
    for ($i = 0; $i < 6; $i++) {
        $block = post('/wp/v2/blocks', ['title' => "Block $i", 'content' => paragraph("Reusable $i"), 'status' => $i === 5 ? 'draft' : 'publish']
            + ($patterns ? ['wp_pattern_category' => [$patterns[$i % 3]]] : [])
            + ($patterns && $i % 2 ? ['meta' => ['wp_pattern_sync_status' => $i === 3 ? 'partial' : 'unsynced']] : []));
        $first = $first ?: ($block['id'] ?? 0);
    }
    for ($edit = 0; $edit < 2; $edit++) {
        post("/wp/v2/blocks/$first", ['content' => paragraph("Reusable edit $edit")]);
    }
    post("/wp/v2/blocks/$first/autosaves", ['content' => paragraph('auto block')]);

    // Menus: links of each kind, and two items below another
    foreach (['Main', 'Foot'] as $name) {
        $menu = must(wp_create_nav_menu($name), "menu $name");
        $items = [];
        for ($i = 0; $i < 6; $i++) {
            $kind = ['custom', 'post_type', 'taxonomy'][$i % 3];
            $items[] = must(wp_update_nav_menu_item($menu, 0, ['menu-item-title' => "$name item $i", 'menu-item-type' => $kind,
                'menu-item-url' => $kind === 'custom' ? "http://example.test/$name/$i" : '',
                'menu-item-object' => ['custom' => '', 'post_type' => 'page', 'taxonomy' => 'category'][$kind],
                'menu-item-object-id' => ['custom' => 0, 'post_type' => $pages[$i % 5], 'taxonomy' => $categories[$i % 7]][$kind],
                'menu-item-parent-id' => $i === 3 || $i === 4 ? $items[2] : 0, 'menu-item-status' => 'publish', 'menu-item-position' => $i + 1,
                'menu-item-attr-title' => "attr $i", 'menu-item-classes' => $i % 2 ? 'one two' : '']), "$name item $i");
        }
    }

    // Templates and parts: one of each of our own, one of the theme's customised; navigation; styles
    foreach (['templates' => ['slug' => 'doc-landing', 'title' => 'Doc landing', 'description' => 'seeded'],
        'template-parts' => ['slug' => 'doc-header', 'title' => 'Doc header', 'area' => 'header']] as $route => $body) {
        $made = post("/wp/v2/$route", $body + ['content' => paragraph('first')]);
        if (isset($made['id'])) {
            post("/wp/v2/$route/{$made['id']}", ['content' => paragraph('second')]);
            post("/wp/v2/$route/{$made['id']}", ['content' => paragraph('third')]);
            post("/wp/v2/$route/{$made['id']}/autosaves", ['content' => paragraph('autosaved')]);
        }
    }
    $theme = get_stylesheet();
    if (wp_is_block_theme()) {
        post("/wp/v2/templates/$theme//single", ['content' => paragraph('single, customised')]);
        post("/wp/v2/template-parts/$theme//header", ['content' => paragraph('header, customised')]);
    }
    for ($i = 0; $i < 3; $i++) {
        post('/wp/v2/navigation', ['title' => "Nav $i", 'status' => 'publish', 'content' => '<!-- wp:navigation-link {"label":"Home","url":"/"} /-->']);
    }
    $env['SITE_GLOBAL_STYLES'] = $styles = WP_Theme_JSON_Resolver::get_user_global_styles_post_id();
    foreach (['#fafafa', '#f0f0f0'] as $colour) {
        post("/wp/v2/global-styles/$styles", ['styles' => ['color' => ['background' => $colour]]]);
    }

    // What WordPress would otherwise write at the first requests, so that a run does not appear to have written it.
    flush_rewrite_rules(false);
    wp_get_custom_css_post();
    file_put_contents(SEED_DIR . '/seed.json', json_encode($env, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES));
    $count = fn($type) => array_sum((array) wp_count_posts($type)) - (wp_count_posts($type)->{'auto-draft'} ?? 0);
    echo '  ', implode(', ', array_map(fn($type) => $count($type) . " $type", ['post', 'page', 'attachment', 'revision', 'wp_block', 'nav_menu_item',
        'wp_template', 'wp_template_part', 'wp_navigation'])), "\n";
})();
