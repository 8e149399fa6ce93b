import { LinkButton } from '../ui/Button.tsx'
import { Brand } from './Brand.tsx'
import { PageHeader } from './PageHeader.tsx'

export function NotFoundPage() {
  return (
    <main className="lone-page" id="main">
      <Brand />
      <PageHeader
        title="404 Page Not Found"
        text="There is no page at this address. It may have been moved, or the address has a typing error."
      />
      <LinkButton to="/" kind="primary" reloadDocument>
        Return to Home
      </LinkButton>
    </main>
  )
}
