import { codeBlock, quoteBlock } from '../../../src/server/api/integrations/message/fences'
import {
  bold,
  codeSpan,
  foreignText,
  link,
  oneLine,
} from '../../../src/server/api/integrations/message/inline'
import { cutContent, cutTopic } from '../../../src/server/api/integrations/message/cut'

describe('topics', () => {
  it('are one line of at most 60 code points', () => {
    expect(cutTopic(' two\r\nlines\u0007 ')).toBe('two lines')
    expect(cutTopic('🚀'.repeat(60))).toBe('🚀'.repeat(60))
    expect(cutTopic('🚀'.repeat(61))).toBe('🚀'.repeat(57) + '...')
    expect(cutTopic('a'.repeat(100_000))).toBe('a'.repeat(57) + '...')
  })
})

describe('contents', () => {
  it('stay as they are up to 10000 bytes', () => {
    const content = 'é'.repeat(5000)
    expect(cutContent(content)).toBe(content)
  })

  it.each(['a', 'é', '☀', '🚀'])('are cut between characters if they are made of %s', (char) => {
    for (const prefix of ['', 'a', 'ab', 'abc']) {
      const cut = cutContent(prefix + char.repeat(10_001))
      expect(cut).toMatch(new RegExp(`^${prefix}(${char})+\n\\[message truncated\\]$`, 'u'))
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(10_000)
      expect(Buffer.byteLength(cut)).toBeGreaterThan(10_000 - 4)
    }
  })

  it('close the fences that the cut leaves open', () => {
    const cut = cutContent('~~~~quote\n```js\n' + 'x = 1\n'.repeat(2000) + '```\n~~~~')
    expect(cut).toMatch(/\n```\n~~~~\n\[message truncated\]$/)
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(10_000)
  })

  it('end even when the fences are longer than a message', () => {
    const cut = cutContent(codeBlock('x\n' + '`'.repeat(12_000)))
    expect(cut).toMatch(/^`+\n`+\n\[message truncated\]$/)
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(10_000)
  })
})

describe('fences', () => {
  it('contain text that looks like their end', () => {
    expect(codeBlock('a\n```\nb', 'json')).toBe('````json\na\n```\nb\n````')
    expect(codeBlock('a\r\n  `````  \r\nb')).toBe('``````\na\n  `````  \nb\n``````')
    expect(quoteBlock('~~~\ncode\n~~~')).toBe('~~~~quote\n~~~\ncode\n~~~\n~~~~')
  })

  it('close a quotation that leaves code open', () => {
    expect(quoteBlock('see\n```js\nx')).toBe('~~~quote\nsee\n```js\nx\n```\n~~~')
    expect(quoteBlock('~~~quote\n```\nx')).toBe('~~~~quote\n~~~quote\n```\nx\n```\n~~~\n~~~~')
  })
})

describe('links', () => {
  it('survive brackets, backticks and line feeds in their label', () => {
    expect(link('[WIP] a]b `c\nd', 'https://x.test')).toBe("[(WIP) a)b 'c d](https://x.test)")
  })

  it('survive blanks and parentheses in their target', () => {
    expect(link('a', 'https://x.test/b (c)?d=[1]&e="f"')).toBe(
      '[a](https://x.test/b%20%28c%29?d=%5B1%5D&e=%22f%22)',
    )
  })

  it('are left out without a target', () => {
    for (const url of ['', null, undefined, 'javascript:alert(1)', '/relative']) {
      expect(link('label', url)).toBe('label')
    }
    expect(link('', 'https://x.test')).toBe('https://x.test')
  })
})

describe('text of strangers', () => {
  it('makes no mention', () => {
    expect(foreignText('hi @**all** and @_**Bo** and @*crew* a@b')).toBe(
      'hi @\u200b**all** and @\u200b_**Bo** and @\u200b*crew* a@b',
    )
    expect(bold('@**all**')).toBe('**@all**')
  })

  it('stays on one line and opens no code', () => {
    expect(oneLine(' a\n\tb ')).toBe('a b')
    expect(oneLine('`paired` and ` not')).toBe("'paired' and ' not")
    expect(oneLine('`paired`')).toBe('`paired`')
    expect(oneLine('🚀'.repeat(300))).toBe('🚀'.repeat(199) + '…')
    expect(codeSpan('a`b')).toBe("`a'b`")
    expect(codeSpan(' ')).toBe('')
  })
})
