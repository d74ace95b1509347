import { createHash } from 'node:crypto'
import { Router } from 'express'
import type { RequestHandler } from 'express'
import { extraEmojiPicture } from '../../../shared/rules/reaction-types'
import { sendJson } from '../answers/envelope'
import { drawExtraEmoji } from '../../stores/files/extra-emoji'

/**
 * The same for every organization, and for readers without credentials.
 * @param codeToNames names of each emoji by its code
 */
export function emojiRoutes(codeToNames: Readonly<Record<string, readonly string[]>>): Router {
  const router = Router()
  router.get('/static/emoji-data.json', answerEmojiData(codeToNames))
  router.get(extraEmojiPicture, answerExtraEmoji)
  return router
}

/**
 * Every emoji with its names, for the pickers of clients.
 * Source: docs/protocol/uploads.md#emoji-data.
 */
function answerEmojiData(codeToNames: object): RequestHandler {
  const body = JSON.stringify({ code_to_names: codeToNames })
  const headers = keptForADay(body)
  return (request, response) => {
    response.set(headers)
    // A 304 goes only to clients that sent the tag, and those expect it.
    if (request.fresh) response.status(304).end()
    else sendJson(response, { status: 200, body, headers })
  }
}

/** The picture of `zulip`. Source: docs/protocol/uploads.md#extra-emoji. */
const answerExtraEmoji: RequestHandler = (request, response) => {
  const { bytes, headers } = findPicture()
  response.set(headers)
  if (request.fresh) response.status(304).end()
  else response.type('png').end(bytes)
}

let picture: { bytes: Buffer; headers: Record<string, string> } | undefined

/** Drawn on the first request. */
function findPicture() {
  if (!picture) {
    const bytes = drawExtraEmoji()
    picture = { bytes, headers: { ...keptForADay(bytes), 'X-Content-Type-Options': 'nosniff' } }
  }
  return picture
}

function keptForADay(content: string | Buffer): Record<string, string> {
  const tag = createHash('sha256').update(content).digest('base64url')
  return { 'Cache-Control': 'public, max-age=86400', ETag: `"${tag}"` }
}
