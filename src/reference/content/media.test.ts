import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { colourAt, drawPng } from './drawing.ts';
import { at, BASE, drive } from './drive.fixture.ts';

describe('media', () => {
  const png = drawPng(40, 20);

  it('takes a PNG as the raw body, and gives its very bytes back', async () => {
    const { call, anonymous } = drive();
    const made = await call('POST', '/cms/v2/media?title=Raw', png, {
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="picture.png"',
    });
    expect(made.body).toMatchObject({
      title: { raw: 'Raw' },
      mime_type: 'image/png',
      media_type: 'image',
      media_details: { width: 40, height: 20, sizes: {} },
    });
    const address = String(at(made.body, 'source_url')).slice(BASE.length);
    expect((await anonymous('GET', address)).bytes).toEqual(png);
  });

  it('takes a PNG as a part of a form, with fields beside it', async () => {
    const { call } = drive();
    const form = new FormData();
    form.append('file', new Blob([png], { type: 'image/png' }), 'form.png');
    form.append('title', 'From a form');
    form.append('caption[raw]', 'Caption');
    form.append('post', '100');
    const request = new Request('http://x/', { method: 'POST', body: form });
    const made = await call('POST', '/cms/v2/media', new Uint8Array(await request.arrayBuffer()), {
      'content-type': request.headers.get('content-type') ?? '',
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      title: { raw: 'From a form' },
      caption: { raw: 'Caption' },
      post: 100,
    });
  });

  it('makes smaller sizes on post-process', async () => {
    const { call, anonymous } = drive();
    const reported = await call('POST', '/cms/v2/media/60/post-process', {
      action: 'create-image-subsizes',
    });
    expect(at(reported.body, 'media_details', 'sizes')).toMatchObject({
      thumbnail: { width: 150, height: 94 },
      medium: { width: 300, height: 188 },
    });
    const address = String(at(reported.body, 'media_details', 'sizes', 'thumbnail', 'source_url'));
    const file = await anonymous('GET', address.slice(BASE.length));
    expect(PNG.sync.read(Buffer.from(file.bytes))).toMatchObject({ width: 150, height: 94 });
    expect((await call('POST', '/cms/v2/media/60/post-process', {})).status).toBe(400);
    expect(
      (await call('POST', '/cms/v2/media/64/post-process', { action: 'create-image-subsizes' }))
        .status,
    ).toBe(400);
  });

  it.each([
    [
      [{ type: 'flip', args: { flip: { horizontal: true, vertical: false } } }],
      [480, 240],
      [479, 0],
    ],
    [
      [{ type: 'flip', args: { flip: { horizontal: false, vertical: true } } }],
      [480, 240],
      [0, 239],
    ],
    [[{ type: 'rotate', args: { angle: 90 } }], [240, 480], [0, 239]],
    [[{ type: 'rotate', args: { angle: 270 } }], [240, 480], [479, 0]],
    [[{ type: 'crop', args: { left: 25, top: 50, width: 50, height: 25 } }], [240, 60], [120, 120]],
    [
      [
        { type: 'crop', args: { left: 50, top: 0, width: 50, height: 50 } },
        { type: 'rotate', args: { angle: 180 } },
      ],
      [240, 120],
      [479, 119],
    ],
  ] as const)('edits an image by %j', async (modifiers, [width, height], [x, y]) => {
    const { call, anonymous } = drive();
    const src = `${BASE}/uploads/flow.png`;
    const made = await call('POST', '/cms/v2/media/63/edit', {
      src,
      modifiers,
      alt_text: 'edited',
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ alt_text: 'edited', media_details: { width, height } });
    const file = await anonymous('GET', String(at(made.body, 'source_url')).slice(BASE.length));
    const image = PNG.sync.read(Buffer.from(file.bytes));
    expect([image.width, image.height]).toEqual([width, height]);
    expect([...image.data.subarray(0, 4)]).toEqual([...colourAt(x, y)]);
    expect(at((await call('GET', '/cms/v2/media/63')).body, 'media_details', 'width')).toBe(480);
  });

  it('edits by the deprecated parameters too, and refuses a foreign source', async () => {
    const { call } = drive();
    const src = `${BASE}/uploads/flow.png`;
    const made = await call('POST', '/cms/v2/media/63/edit', {
      src,
      x: 0,
      y: 0,
      width: 50,
      height: 50,
    });
    expect(at(made.body, 'media_details', 'width')).toBe(240);
    const turned = await call('POST', '/cms/v2/media/63/edit', { src, rotation: 90 });
    expect(at(turned.body, 'media_details', 'width')).toBe(240);
    const foreign = await call('POST', '/cms/v2/media/63/edit', {
      src: 'https://example.org/a.png',
      rotation: 90,
    });
    expect(foreign.status).toBe(400);
    for (const body of [
      { src, modifiers: [] },
      { src, rotation: 360 },
      { src, x: 101 },
      { rotation: 90 },
    ]) {
      expect((await call('POST', '/cms/v2/media/63/edit', body)).status, JSON.stringify(body)).toBe(
        400,
      );
    }
  });
});
