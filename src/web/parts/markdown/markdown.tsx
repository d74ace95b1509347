import type { TargetedMouseEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { copyCode } from '../../data/html/code'
import { presentHtml, presentMeHtml } from '../../data/html/present'
import { toggleSpoiler } from '../../data/html/spoilers'
import { useApp } from '../../context/app'
import { useReader } from './use-reader'
import styles from './markdown.module.css'

export interface MarkdownProps {
  /** HTML rendered by the server. */
  html: string
  /** True for a `/me` message, such as `/me waves`. */
  isMe?: boolean
  /** Whether Tab reaches its links and buttons. */
  isTabbable?: boolean
  /** Called on a click on an image, with its address; without it, images are links. */
  onPicture?: (address: string) => void
}

/** Server-rendered HTML with behavior: spoilers open, code can be copied, mentions open user cards. */
export function Markdown({ html, isMe = false, isTabbable = true, onPicture }: MarkdownProps) {
  const place = useRef<HTMLDivElement>(null)
  const { overlays } = useApp()
  const reader = useReader()

  useLayoutEffect(() => {
    place.current?.replaceChildren((isMe ? presentMeHtml : presentHtml)(html, reader))
  }, [html, isMe, reader.is24Hour, reader.playgrounds])
  useLayoutEffect(() => {
    for (const stop of place.current?.querySelectorAll<HTMLElement>(tabStops) ?? []) {
      stop.tabIndex = isTabbable ? 0 : -1
    }
  }, [html, isMe, reader.is24Hour, reader.playgrounds, isTabbable])

  function answerClick(event: TargetedMouseEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element))
      return
    const target = event.target.closest<HTMLElement>('a, button, .spoiler-header')
    if (!target) return
    if (target.matches('.code-copy')) return void copyCode(target)
    const header = target.closest('.spoiler-header')
    if (header && !target.matches('a')) return toggleSpoiler(header)
    if (target.matches('a[data-user-id]')) {
      event.preventDefault()
      overlays.show({
        kind: 'person',
        userId: Number(target.getAttribute('data-user-id')),
        anchor: target,
      })
    } else if (onPicture && target.matches('a.picture-link')) {
      event.preventDefault()
      onPicture((target as HTMLAnchorElement).href)
    }
  }

  return (
    <div ref={place} class={styles['markdown']} dir="auto" data-content onClick={answerClick} />
  )
}

const tabStops = 'a[href], button, pre, .table-frame, video'
