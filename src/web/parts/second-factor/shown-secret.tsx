import * as t from '../../texts/catalog'
import styles from './second-factor.module.css'

interface ShownSecretProps {
  secret: string
  /** Address for authenticator apps. */
  uri: string
  /** Rows of `1` (dark) and `0`. */
  qrCode: readonly string[]
}

/** Empty modules around a QR code, which scanners need. */
const quiet = 4

/** The secret of an authenticator app: a QR code, a link for the device itself, and the text to type. */
export function ShownSecret({ secret, uri, qrCode }: ShownSecretProps) {
  const size = qrCode.length + 2 * quiet
  const dark = qrCode.flatMap((row, y) =>
    Array.from(row, (module, x) => (module === '1' ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return (
    <div class={styles['secret']}>
      <p>{t.secondFactor.scan}</p>
      <a href={uri} aria-label={t.secondFactor.open}>
        <svg aria-hidden="true" viewBox={`${-quiet} ${-quiet} ${size} ${size}`}>
          <path d={dark.join('')} />
        </svg>
      </a>
      <p>
        {t.secondFactor.type} <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </div>
  )
}
