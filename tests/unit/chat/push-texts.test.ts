import { PushTexts } from '../../../src/server/chat/jobs/pushes/delivery/push-texts'
import { plainTextOf } from '../../../src/server/chat/rules/pushes/plain-text'

describe('the texts of pushes', () => {
  it('are made once for each message, however many people get it', () => {
    const making = jest.fn(plainTextOf)
    const texts = new PushTexts(making)
    const html = '<blockquote>\n<p>quoted</p>\n</blockquote>\n<p>own</p>'
    for (let person = 0; person < 50; person += 1) {
      // Each batch reads the message anew.
      const read = Buffer.from(html).toString()
      expect(texts.textOf(read)).toBe('> quoted\nown')
      expect(texts.foldedTextOf(read)).toBe('[…]\nown')
    }
    expect(texts.textOf('<p>other</p>')).toBe('other')
    expect(making).toHaveBeenCalledTimes(3)
  })
})
