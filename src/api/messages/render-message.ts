import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { text } from '../../http/params'
import { checkContent } from '../../services/messages/content'
import { renderContent } from '../../services/messages/rendering'

const rendered = Type.String({ description: 'HTML' })

export const renderMessageEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/messages/render',
  tag: 'messages',
  summary: 'Render Markdown as a message would be',
  auth: 'basic',
  params: {
    content: text({
      allowNul: true,
      example: 'Hello, *world*!',
      description: 'Markdown, at most 10000 bytes',
    }),
  },
  response: { rendered },

  async handler({ ctx, requester, params, request }) {
    const content = checkContent(params.content)
    const rendered = await renderContent(ctx.db.query, requester, content, request.origin)
    return { rendered: rendered.html }
  },
})
