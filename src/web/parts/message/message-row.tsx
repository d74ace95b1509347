import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app'
import { parseServerHtml } from '../../messages/html'

/** One message. */
export function MessageRow({ id }: { id: number }) {
  const message = useApp().messages.read(id)
  if (!message) return null
  return (
    <article>
      <strong>{message.sender_full_name}</strong>
      <ServerHtml html={message.content} />
    </article>
  )
}

function ServerHtml({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(parseServerHtml(html)), [html])
  return <div ref={place} />
}
