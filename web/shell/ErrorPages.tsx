import { Component, type ReactNode } from 'react'
import { t } from '../messages/t.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Brand } from './Brand.tsx'
import { PageHeader } from './PageHeader.tsx'

/** Error boundary; the usual cause is a page script that failed to load. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Failed /> : this.props.children
  }
}

function Failed() {
  return (
    <div className="page centered">
      <PageHeader
        title={t('This page could not be loaded')}
        text={t(
          'The connection may have failed, or a new version was published. Try again to reload the page.',
        )}
      />
      <Button kind="primary" onClick={() => location.reload()}>
        {t('Try again')}
      </Button>
    </div>
  )
}

/** Shown at a URL of the app that no page has. */
export function NotFoundPage() {
  return (
    <main className="lone-page" id="main">
      <Brand />
      <PageHeader
        title={t('404 Page Not Found')}
        text={t("This page doesn't exist. It may have moved, or the URL may be mistyped.")}
      />
      <LinkButton to="/" kind="primary" reloadDocument>
        {t('Return to Home')}
      </LinkButton>
    </main>
  )
}
