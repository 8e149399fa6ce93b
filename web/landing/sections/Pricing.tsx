import { Icon } from '../../../card/icons/Icon.tsx'
import { Trans } from '../../messages/Trans.tsx'
import { t } from '../../messages/t.ts'
import { plans } from '../content.ts'
import { SignUp } from '../parts/AccountLinks.tsx'
import { SupportLink } from '../parts/Product.tsx'

export function Pricing() {
  return (
    <section className="band wide" id="pricing" tabIndex={-1} aria-labelledby="pricing-title">
      <header className="band-head">
        <h2 id="pricing-title">{t('Three prices, no small print')}</h2>
        <p>{t('Billed monthly. Your card stays yours: its link is never given to anyone else.')}</p>
      </header>
      <ul className="thirds plans">
        {plans.map((plan) => (
          <PlanPanel key={plan.name} plan={plan} />
        ))}
      </ul>
    </section>
  )
}

function PlanPanel({ plan }: { plan: (typeof plans)[number] }) {
  return (
    <li className="plan panel" data-popular={plan.popular}>
      <div className="plan-name">
        <h3>{plan.name}</h3>
        {plan.popular && <span className="badge">{t('POPULAR')}</span>}
      </div>
      <p className="plan-text">{plan.text}</p>
      <p className="price">
        <Trans
          id="<b>${price}</b> per month"
          values={{ price: plan.price }}
          components={{ b: <b /> }}
        />
      </p>
      {plan.sales ? (
        <SupportLink
          className="button"
          data-kind="secondary"
          data-size="large"
          subject={t('Enterprise')}
        >
          {t('Contact Sales')}
        </SupportLink>
      ) : (
        <SignUp
          kind={plan.popular ? 'primary' : 'secondary'}
          size="large"
          words={
            <Trans
              id="Get Started<span> with {name}</span>"
              values={{ name: plan.name }}
              components={{ span: <span className="hidden-text" /> }}
            />
          }
          signedIn={t('Go to your cards')}
        />
      )}
      <ul className="plan-parts">
        {plan.included.map((part) => (
          <li key={part}>
            <Icon name="check" size={18} />
            <span>
              {part}
              <span className="hidden-text">{t(', included')}</span>
            </span>
          </li>
        ))}
        {plan.left?.map((part) => (
          <li key={part} className="plan-left">
            <span className="dash" />
            <span>
              {part}
              <span className="hidden-text">{t(', not included')}</span>
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
