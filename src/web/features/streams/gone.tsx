import { useLayoutEffect, useRef } from 'preact/hooks'
import styles from './streams.module.css'

interface GoneProps {
  title: string
  hint: string
  /** Address of the list. */
  href: string
  back: string
}

/** Message for an object that does not exist or that the reader may not see. */
export function Gone({ title, hint, href, back }: GoneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <div class={styles['gone']}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{hint}</p>
      <p>
        <a href={href}>{back}</a>
      </p>
    </div>
  )
}
