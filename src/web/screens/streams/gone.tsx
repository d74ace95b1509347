import { useEffect, useRef } from 'preact/hooks'
import styles from './streams.module.css'

interface GoneProps {
  title: string
  hint: string
  /** Where all of its kind are. */
  href: string
  back: string
}

/** In place of what was there, or never was. */
export function Gone({ title, hint, href, back }: GoneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
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
