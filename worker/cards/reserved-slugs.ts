/** Reserved slugs: our own paths, words that suggest an official page, and names like the product's. */

const product = 'edgecard'

/**
 * True for a word of the list, and for slugs that begin with the product's name, look-alike digits and hyphens
 * included.
 */
export function isReserved(slug: string): boolean {
  const lower = slug.toLowerCase()
  return reservedWords.has(lower) || foldLookAlikes(lower).startsWith(product)
}

const lookAlikes: Record<string, string> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
}

function foldLookAlikes(slug: string): string {
  return slug
    .replaceAll('-', '')
    .replace(/\d/g, (digit) => lookAlikes[digit] ?? digit)
    .replaceAll('cl', 'd')
}

// Our own paths, words that suggest an official page, and words that break links.
const reservedWords = new Set(
  `
  abuse acme-challenge about-us accept access account accounts activate ad add admin administrator administrators admins ads advanced-analytics
  advert advertise advertising affiliate affiliates agreement alert alerts all analytics android anonymous api apis app app-ads apple apple-app-site-association
  apps archive article articles asset assets atom auth authenticate authentication authorize autoconfig autodiscover avatar
  backup badge banner beacon beta billing blog blogs board bot bots broadcasthost bug bugs business business-card business-cards buy
  cache calendar callback campaign cancel captcha card card-clicks card-editor card-saves card-views cards career careers cart cdn cert certificate changelog
  channel chat chatbot checkout clear client clients cname code codes com comment comments community compare compliance config configuration confirm
  connect console contact contact-us contacts contactus content cookie cookies copyright create credits csp-report css customer customers customize
  dash dashboard data default delete demo deny design designer dev developer developers devices disable disclaimer dns doc docs documentation domain
  domains download downloads draft drafts edit editor email emails embed empty enable enterprise error errors event events everyone example exception
  exchange explore export exports false faq faqs favicon feature features feed feedback feeds file files find follow followers font fonts forbidden
  forgot forgot-password form form-submissions forms forum forums free ftp gallery gateway get graph graphql group groups guest guide guides guidelines hack
  health healthcheck healthz help helpdesk home hooks host hosting hostmaster html http https icon icons image images imap img import inbox index
  info install internal invite invites invoice invoices ios is isatap issue issues jobs join js json kubernetes lead leads learn legal license licenses link
  links list live local localdomain localhost log log-in log-out login logo logos logout logs mail mailer mailer-daemon maintenance manage manager manifest
  map maps marketing media member members message messages metrics mobile mobile-editor moderator monitor more mta-sts music name names network new
  news newsletter nil nobody none noreply no-reply notice notifications notify null oauth oauth2 offer offers official ogp online openapi
  openid operator order orders organization organizations owner owners page pages partner partners password passwords pay payment payments paypal phishing
  ping plan plans plugin plugins pocket policies policy pop3 popular portal post postmaster posts premium press preview previews price pricing
  privacy privacy-policy private product products profile profiles promo public purchase push pwa pwa-settings pwa-upload qr qrcode query queue queues
  readme recover recovery redirect refund register registration release releases remove report reports request reset reset-password restore review
  robots root rss rules sale sales save saves scan school search secure security security-txt self server service service-worker services session sessions
  setting settings setup shared share-point shop sign-in sign-out sign-up signature signin signout signup site sitemap sitemaps smtp source spam spec
  ssl ssladmin ssladministrator sslwebmaster staff stage staging start stat static statistics stats status store style styles stylesheet
  subdomain submit subscribe subscription subscriptions sudo super superuser support survey svg sysadmin sysadministrator system tag tags team teams
  telnet template templates terms terms-of-service test tests theme themes thumbnail token tokens tool tools tour tracking translate trust
  true trusted undefined unfollow unknown unlink unsubscribe update updates upgrade upload uploads usenet user username users uucp validate
  vcard vcards vcf verification verified verify version video videos view views visitor void wallet warning web webhook webhooks webmail webmaster
  website well-known widget widgets wiki wpad www www1 www2 xml xmlrpc yml you your yourname yoursite zone
  `
    .trim()
    .split(/\s+/),
)
