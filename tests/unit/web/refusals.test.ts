import { RefusedError } from '../../../src/web/data/api/errors'

const shown = (msg: string) => RefusedError.of(400, { msg }).message

describe('A refusal of the server', () => {
  it.each([
    [
      'You do not have permission to post in this channel.',
      'You do not have permission to post in this stream.',
    ],
    ["Channel 'channel talk' does not exist", "Stream 'channel talk' does not exist"],
    [
      "Invalid narrow operator: unknown 'is' operand nonsense",
      "This search cannot be run: unknown 'is' operand nonsense",
    ],
    ['Invalid channel IDs', 'Invalid stream IDs'],
  ])('is shown in the words of the app: %s', (msg, text) => {
    expect(shown(msg)).toBe(text)
  })
})
