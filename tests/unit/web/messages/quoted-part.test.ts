import { quotedPart } from '../../../../src/web/data/messages/quoted-part'

describe('The quoted part of a message', () => {
  it.each([
    ['a **bold** word', 'a bold word', 'a **bold** word'],
    ['a **bold** word', 'bold word', '**bold** word'],
    ['a **bold** word', 'a bold', 'a **bold**'],
    ['a **bold** word', 'bold', 'bold'],
    ['first\nsecond', 'first\n\nsecond', 'first\nsecond'],
    ['* one\n* two **big**\n* three', 'one\ntwo big', 'one\n* two **big**'],
    ['run `npm test` now', 'npm test now', '`npm test` now'],
    ['@**Ada** said', '@Ada said', '@**Ada** said'],
  ])('The message %j, selected as %j, is quoted as %j', (source, selected, part) => {
    expect(quotedPart(source, selected)).toBe(part)
  })

  it.each([
    ['a [link](https://x.test) here', 'a link here'],
    ['yes and **yes**', 'yes'],
    ['**bold words** end', 'words'],
    ['anything', ''],
  ])('The message %j is quoted as selected: %j', (source, selected) => {
    expect(quotedPart(source, selected)).toBe(selected)
  })
})
