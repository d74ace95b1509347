import { linkTo, render } from './support'

function imageDiv(url: string, title = url): string {
  const link = `href="${url}" rel="noopener noreferrer" target="_blank" title="${title}"`
  return `<div class="message_inline_image"><a ${link}><img src="${url}"></a></div>`
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

  it('shows an upload', () => {
    expect(render('[cat.png](/user_uploads/1/ab/cat.png)').html).toContain(
      imageDiv('/user_uploads/1/ab/cat.png', 'cat.png'),
    )
  })

  it('shows the picture of a film', () => {
    const url = 'https://www.youtube.com/watch?t=1&amp;v=dQw4w9WgXcQ'
    expect(render(url.replace('&amp;', '&')).html).toBe(
      `<p>${linkTo(url)}</p>\n` +
        `<div class="youtube-video message_inline_image"><a data-id="dQw4w9WgXcQ" href="${url}" ` +
        `rel="noopener noreferrer" target="_blank" title="${url}">` +
        '<img src="https://i.ytimg.com/vi/dQw4w9WgXcQ/default.jpg"></a></div>',
    )
    expect(render('https://youtu.be/dQw4w9WgXcQ').html).toContain('data-id="dQw4w9WgXcQ"')
  })

  it('shows none in a message with more than five links, or when the realm does not want them', () => {
    const links = (count: number) => 'https://ex.org/cat.png '.repeat(count)
    expect(render(links(5)).html.match(/<img/g)).toHaveLength(5)
    expect(render(links(6)).html).not.toContain('<img')
    expect(render(links(1), { inlineImagePreview: false }).html).not.toContain('<img')
  })

  it('takes only the path of a URL for its type', () => {
    expect(render('https://ex.org/?cat.png and https://ex.org#cat.png').html).not.toContain('<img')
  })
})
