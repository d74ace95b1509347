import { findIntegration } from '../../../src/server/api/integrations'
import { deliver, fixture, refusalOf } from './deliver'

describe('helloworld', () => {
  it('greets and links to the article of the day', () => {
    expect(deliver('helloworld', fixture('helloworld/hello'))).toEqual({
      topic: 'Hello World',
      content:
        'Hello! I am happy to be here! :smile:\n' +
        'The Wikipedia featured article for today is ' +
        '**[Marilyn Monroe](https://en.wikipedia.org/wiki/Marilyn_Monroe)**',
    })
  })

  it('sends as the client of the reference', () => {
    expect(findIntegration('helloworld')?.messageClient).toBe('ZulipHelloWorldWebhook')
  })

  it('reads the sample payload of the walkthrough, with its comma before the brace', () => {
    const sample = `{
      "featured_title":"Marilyn, }Monroe",
      "featured_url":"https://en.wikipedia.org/wiki/Marilyn_Monroe",
    }`
    expect(deliver('helloworld', sample)?.content).toContain('[Marilyn, }Monroe](')
  })

  it('takes values as they are, and ignores further keys', () => {
    const body = JSON.stringify({ featured_title: '[*a*](b)', featured_url: 'x y', extra: [1] })
    expect(deliver('helloworld', body)?.content).toMatch(/\*\*\[\[\*a\*\]\(b\)\]\(x y\)\*\*$/)
  })

  it.each([
    ['{}', 'featured_title key is missing from payload'],
    ['{"featured_title": "a"}', 'featured_url key is missing from payload'],
    ['{"featured_title": "a", "featured_url": 1}', 'payload["featured_url"] is not a string'],
    ['{"featured_title": null, "featured_url": ""}', 'payload["featured_title"] is not a string'],
    ['[]', 'payload is not a dict'],
    ['null', 'payload is not a dict'],
    ['"x"', 'payload is not a dict'],
  ])('names the fault of %s', (body, msg) => {
    expect(refusalOf(() => deliver('helloworld', body))).toEqual({
      msg,
      code: 'BAD_REQUEST',
      status: 400,
    })
  })
})
