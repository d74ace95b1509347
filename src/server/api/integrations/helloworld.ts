import { Type } from '@sinclair/typebox'
import { defineIntegration } from './declare/integration'

/**
 * The example integration. Copies values of the payload into the message unchanged.
 *
 * Sources: docs/protocol/contract.md#helloworld, docs/protocol/webhooks.md#helloworld.
 */
export const helloworld = defineIntegration({
  name: 'helloworld',
  displayName: 'Hello World',
  clientName: 'HelloWorld',
  summary: 'Greets, and links to the featured article of the day',
  payload: Type.Object({
    featured_title: Type.String({ description: 'Title of the article' }),
    featured_url: Type.String({ description: 'URL of the article' }),
  }),

  format({ featured_title, featured_url }) {
    return {
      topic: 'Hello World',
      content:
        'Hello! I am happy to be here! :smile:\n' +
        `The Wikipedia featured article for today is **[${featured_title}](${featured_url})**`,
    }
  },
})
