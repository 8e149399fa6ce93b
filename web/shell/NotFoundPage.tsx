import { LinkButton } from '../ui/Button.tsx'
import { Brand } from './Brand.tsx'
import { PageHeader } from './PageHeader.tsx'

export function NotFoundPage() {
  return (
    <main className="lone-page" id="main">
      <Brand />
      <PageHeader
        title="404 Page Not Found"
        text="This page doesn't exist. It may have moved, or the URL may be mistyped."
      />
      <LinkButton to="/" kind="primary" reloadDocument>
        Return to Home
      </LinkButton>
    </main>
  )
}
