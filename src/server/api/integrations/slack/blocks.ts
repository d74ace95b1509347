import { bold, link } from '../message/inline'
import { joinUntilFull } from '../message/length'
import { markdownOfMrkdwn } from './mrkdwn'
import { markdownOfRichText } from './rich-text'
import type { Block, Element, TextObject } from './schema'

/** The blocks as Markdown, separated by blank lines; '' if no block has text. */
export function markdownOfBlocks(blocks: readonly Block[] | null | undefined): string {
  return joinUntilFull(blocks, '\n\n', markdownOfBlock)
}

function markdownOfBlock(block: Block): string {
  switch (block.type) {
    case 'header':
      return bold(plainTextOf(block.text))
    case 'section':
      return markdownOfSection(block)
    case 'context':
      return joinUntilFull(block.elements, ' ', markdownOfElement)
    case 'actions':
      return joinUntilFull(block.elements, ' · ', markdownOfElement)
    case 'divider':
      return '---'
    case 'image':
      return link(plainTextOf(block.title) || block.alt_text || 'image', block.image_url)
    case 'video':
      return link(plainTextOf(block.title) || 'video', block.title_url ?? block.video_url)
    case 'markdown':
      return plainTextOf(block.text).trim()
    case 'rich_text':
      return markdownOfRichText(block.elements ?? [])
    default:
      // Inputs and unknown block types have no counterpart here.
      return ''
  }
}

function markdownOfSection({ text, fields, accessory }: Block): string {
  const listed = joinUntilFull(fields, '\n', (field) => {
    return `* ${markdownOfText(field).replaceAll('\n', ' ')}`
  })
  return [markdownOfText(text), listed, accessory ? markdownOfElement(accessory) : '']
    .filter(Boolean)
    .join('\n\n')
}

/** Images and buttons become links. A button without a URL works only in Slack. */
function markdownOfElement(element: Element): string {
  switch (element.type) {
    case 'image':
      return link(element.alt_text || 'image', element.image_url)
    case 'button':
      return element.url ? link(plainTextOf(element.text), element.url) : ''
    case 'plain_text':
    case 'mrkdwn':
      return markdownOfText({ type: element.type, text: plainTextOf(element.text) })
    default:
      return ''
  }
}

function markdownOfText(text: string | TextObject | null | undefined): string {
  const plain = plainTextOf(text)
  const hasMarkup = typeof text === 'object' && text?.type === 'mrkdwn'
  return hasMarkup ? markdownOfMrkdwn(plain) : plain.trim()
}

export function plainTextOf(text: string | TextObject | null | undefined): string {
  return typeof text === 'string' ? text : (text?.text ?? '')
}
