import { fileLabel } from '../../../../src/shared/rules/file-label'
import { render } from '../../text/markdown/support'

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** The text that a reader sees. */
function shown(html: string): string {
  return html.replace(
    /&(?:#(\d+)|amp|lt|gt);/g,
    (entity, code) => entities[entity] ?? String.fromCharCode(Number(code)),
  )
}

// prettier-ignore
const names = [
  '*star*.txt', '~~old~~.txt', '@**all**.txt', '@_**Ada Byron**.txt', '@*backend*.txt', '#**team lunch**.txt',
  '$$x$$.txt', '&amp;.txt', '&#42;.txt', '[x](y).txt', 'x](y', '![a](b)', '`a`.txt', ':smile:.txt', ':).txt',
  '!avatar(x)', '<time:2020-01-01T10:00Z>', '<b>.txt', 'https://x.test/a', 'www.x.test', '_u_', 'a*b', 'a~b', 'c$d',
  'R&D.pdf', 'a\\b', 'a|b', 'report-final (2).pdf', '# plan', '> q', 'Übersicht ٣.pdf',
]

it.each(names)('A link shows the name of the file %s, and mentions nobody', (name) => {
  const content = `see [${fileLabel(name)}](/user_uploads/1/ab/x.bin)*`
  const rendered = render(content, { translateEmoticons: true })
  const [, label = ''] =
    /<a href="\/user_uploads\/1\/ab\/x\.bin">(.*)<\/a>\*/.exec(rendered.html) ?? []
  expect(shown(label)).toBe(name)
  expect(label).not.toContain('<')
  expect(rendered).toEqual({ ...render('see [x](/user_uploads/1/ab/x.bin)*'), html: rendered.html })
})

it('Usual names stay as they are in the text', () => {
  expect(fileLabel('report-final_v2.1 (copy) #3 @home.pdf')).toBe(
    'report-final_v2.1 (copy) #3 @home.pdf',
  )
  expect(fileLabel('two\nlines')).toBe('two lines')
})
