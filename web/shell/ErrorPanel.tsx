import { Icon } from '../../card/icons/Icon.tsx'
import { errorMessage } from '../api.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'

/** Replaces a page or section that failed to load; `message` takes the place of the error's. */
export function ErrorPanel({
  title,
  error,
  message = errorMessage(error, t('Something went wrong. Please try again.')),
  onRetry,
}: {
  title: string
  error?: unknown
  message?: string
  onRetry: () => unknown
}) {
  return (
    <div className="note" data-kind="bad" role="alert">
      <Icon name="alert" />
      <div>
        <h2>{title}</h2>
        <p>{message}</p>
      </div>
      <Button size="small" onClick={() => void onRetry()}>
        {t('Try again')}
      </Button>
    </div>
  )
}
