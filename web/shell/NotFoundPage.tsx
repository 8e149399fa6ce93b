import { t } from '../messages/t.ts'
import { LinkButton } from '../ui/Button.tsx'
import { Brand } from './Brand.tsx'
import { PageHeader } from './PageHeader.tsx'

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
