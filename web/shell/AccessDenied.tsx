import { t } from '../messages/t.ts'
import { LinkButton } from '../ui/Button.tsx'
import { PageHeader } from './PageHeader.tsx'

/** Tells a user below a page's level why the page does not open. */
export function AccessDenied({ level, own }: { level: number; own: number }) {
  return (
    <div className="page centered">
      <PageHeader
        title={t('Access Denied')}
        text={t("You don't have the required access level to view this page.")}
      />
      {level === 4 && (
        <p>{t('This page requires admin privileges. Please contact your administrator.')}</p>
      )}
      {level > 4 && (
        <p>
          {t(
            'Only System Admins, who have access level {level}, can open this page. Yours is {own}.',
            { level, own },
          )}
        </p>
      )}
      <LinkButton to="/" kind="primary" reloadDocument>
        {t('Return to Home')}
      </LinkButton>
    </div>
  )
}
