import { renderMarkdown } from '../../../../src/server/text/markdown/render'
import { externalContentUrl, signedUrl } from '../../../../src/server/text/external-content'
import { acme, acmeKey, linkTo, render } from './support'

function imageDiv(url: string, title?: string): string {
  const link = title === undefined ? `href="${url}"` : `href="${url}" title="${title}"`
  return `<div class="message_inline_image"><a ${link}><img src="${shown(url)}"></a></div>`
}

/** Address at which clients load a picture: pictures of other hosts go through this server. */
function shown(url: string): string {
  return url.startsWith('/') ? url : (externalContentUrl(url, acmeKey) ?? 'no address')
}

describe('previews', () => {
  it('shows a picture after the paragraph that links to it', () => {
    const url = 'https://ex.org/cat.JPG?big'
    expect(render(`see ${url}\n\nok`).html).toBe(
      `<p>see ${linkTo(url)}</p>\n${imageDiv(url)}\n<p>ok</p>`,
    )
    expect(render(`[a *cat*](${url})`).html).toContain(imageDiv(url, 'a cat'))
  })

  it('shows a picture in place of its bare URL', () => {
    expect(render('https://ex.org/cat.png').html).toBe(imageDiv('https://ex.org/cat.png'))
  })

  it('plays an uploaded sound that is linked with a title', () => {
    const url = '/user_uploads/1/ab/song.mp3'
    const player = `<audio controls preload="metadata" src="${url}" title="a song"></audio>`
    expect(render(`hear [a *song*](${url}) !`)).toMatchObject({
      html: `<p>hear ${player} !</p>`,
      hasLink: true,
    })
    const foreign = 'https://ex.org/song.mp3'
    expect(render(foreign).html).toBe(`<p>${linkTo(foreign)}</p>`)
  })

  it('plays sound of another host by way of this server, where previews are shown', () => {
    const url = 'https://ex.org/song.OGG?x=1'
    const text = `[a song](${url})`
    expect(render(text).html).toBe(
      `<p><audio controls data-original-url="${url}" preload="metadata" src="${shown(url)}" title="a song"></audio></p>`,
    )
    for (const options of [{ inlineImagePreview: false }, { pictureKey: undefined }]) {
      expect(render(text, options as object).html).toBe(`<p>${linkTo(url, 'a song')}</p>`)
    }
    expect(render(`${text} `.repeat(25)).html).not.toContain('<audio')
  })

  it('asks for the page of a link only if no player shows it', () => {
    const url = 'https://ex.org/song.ogg'
    const pagesOf = (text: string, options = {}) =>
      render(text, { pageEmbeds: {}, ...options }).pageLinks
    expect(pagesOf(`[a song](${url}) https://ex.org/songs`)).toEqual(['https://ex.org/songs'])
    expect(pagesOf(`[a film](https://ex.org/film.mp4) [cat](https://ex.org/cat.png)`)).toEqual([])
    expect(pagesOf(url)).toEqual([url])
    expect(pagesOf(`[a song](${url})`, { inlineImagePreview: false })).toEqual([url])
  })

  it('shows an upload', () => {
    expect(render('[cat.png](/user_uploads/1/ab/cat.png)').html).toContain(
      imageDiv('/user_uploads/1/ab/cat.png', 'cat.png'),
    )
  })

  it('shows the picture of a film', () => {
    const url = 'https://www.youtube.com/watch?t=1&amp;v=dQw4w9WgXcQ'
    expect(render(url.replace('&amp;', '&')).html).toBe(
      `<p>${linkTo(url)}</p>\n` +
        `<div class="youtube-video message_inline_image"><a data-id="dQw4w9WgXcQ" href="${url}">` +
        `<img src="${shown('https://i.ytimg.com/vi/dQw4w9WgXcQ/default.jpg')}"></a></div>`,
    )
    expect(render('https://youtu.be/dQw4w9WgXcQ').html).toContain('data-id="dQw4w9WgXcQ"')
  })

  it('shows none in a message with more than 24 links, or when the realm does not want them', () => {
    const links = (count: number) =>
      Array.from({ length: count }, (_, index) => `https://ex.org/${index}.png`).join(' ')
    expect(render(links(24)).html.match(/<img/g)).toHaveLength(24)
    expect(render(links(25)).html).not.toContain('<img')
    expect(render(links(1), { inlineImagePreview: false }).html).not.toContain('<img')
  })

  it('shows an uploaded film that can be played', () => {
    const url = '/user_uploads/1/ab/cat.webm'
    expect(render(`[cat.webm](${url})`).html).toBe(
      `<p>${linkTo(url, 'cat.webm')}</p>\n` +
        `<div class="message_inline_image message_inline_video"><a href="${url}" title="cat.webm">` +
        `<video preload="metadata" src="${url}"></video></a></div>`,
    )
    expect(render('https://ex.org/cat.mp4').html).toContain('<video preload="none"')
    expect(render('https://ex.org/cat.mov').html).not.toContain('<video')
  })

  it('shows each picture once, and none in quotes', () => {
    const url = 'https://ex.org/cat.png'
    expect(render(`${url} and ${url}\n\n${url}`).html).toBe(
      `<p>${linkTo(url)} and ${linkTo(url)}</p>\n${imageDiv(url)}\n<p>${linkTo(url)}</p>`,
    )
    const quoted = `<blockquote>\n<p>${linkTo(url)}</p>\n</blockquote>`
    expect(render(`> ${url}`).html).toBe(quoted)
    expect(render(`> ${url}\n\n${url}`).html).toBe(`${quoted}\n${imageDiv(url)}`)
    expect(render(`\`\`\`spoiler\n${url}\n\`\`\``).html).toContain(imageDiv(url))
  })

  it('make no client load a picture from another host', () => {
    const url = 'https://ex.org/cat.png?a=1&b=ü'
    const { html } = render(`<${url}>`)
    const [, signature = '', hex = ''] =
      /<img src="\/external_content\/([0-9a-f]{64})\/([0-9a-f]+)">/.exec(html) ?? []
    expect(signedUrl(signature, hex, acmeKey)?.href).toBe(new URL(url).href)
    expect(signedUrl(signature, hex, 'another secret')).toBeUndefined()
    expect(signedUrl(signature, `${hex}2e`, acmeKey)).toBeUndefined()

    const links = [
      ...['//ex.org/cat.png', '/\\ex.org/cat.png', '/\t/ex.org/cat.png', 'https://ex.org/cat.bmp'],
      ...['ftp://ex.org/cat.png', `https://ex.org/${'x'.repeat(2_000)}.png`, 'https://[::1/x.png'],
    ]
    for (const link of links) expect(render(`[cat](<${link}>) ${link}`).html).not.toContain('<img')
    expect(renderMarkdown(url, { named: acme }).html).not.toContain('<img')
  })

  it('reads the type from the path of a URL only', () => {
    expect(render('https://ex.org/?cat.png and https://ex.org#cat.png').html).not.toContain('<img')
  })
})
