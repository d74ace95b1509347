import * as t from '../../texts/catalog'
import styles from './loading.module.css'

interface LoadingProps {
  refusal: string | undefined
  onRetry: () => void
}

/** Placeholder for loading content, or for the error with a button to try again. */
export function Loading({ refusal, onRetry }: LoadingProps) {
  if (refusal === undefined) return <p role="status">{t.loading}</p>
  return (
    <div class={`notice bad ${styles['failed']}`} role="alert">
      <span>{refusal}</span>
      <button type="button" class="button" onClick={onRetry}>
        {t.tryAgain}
      </button>
    </div>
  )
}
