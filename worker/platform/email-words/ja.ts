/** Japanese. */
import type { EmailWords } from './en.ts'

export const words: EmailWords = {
  hello: 'いつもご利用いただきありがとうございます。',
  reset: {
    subject: '{product}の新しいパスワードを設定してください',
    text: [
      '{product}のアカウント"{username}"の新しいパスワードがリクエストされました。',
      '1時間以内に次のリンクを開いて、パスワードを設定してください。リンクは1回だけ有効です。\n{link}',
      'お心当たりがない場合は、このメールを無視してください。何も変更されていません。',
    ],
  },
  verification: {
    subject: '{product}のメールアドレスを確認してください',
    text: [
      '{product}のアカウントに、このメールアドレスが入力されました。ご本人の場合は、アドレスを確認してください。',
      '72時間以内に次のリンクを開いてください。\n{link}',
      'お心当たりがない場合は、このメールを無視してください。未確認のアドレスには、これ以外のメールを送信しません。',
    ],
  },
  passwordChanged: {
    subject: '{product}のパスワードが変更されました',
    changed:
      '{product}のアカウント"{username}"のパスワードが変更され、他のすべてのデバイスでログアウトされました。',
    passkeys:
      'パスキーを登録している場合は、引き続き使用できます。見覚えのないパスキーは削除してください。\n{passkeysAt}',
    notYou:
      'お心当たりがない場合は、すぐにログインページで再設定リンクをリクエストするか、{support} にお問い合わせください。',
  },
  emailChanged: {
    subject: '{product}アカウントのメールアドレスが変更されました',
    text: [
      '{product}のアカウント"{username}"のメールアドレスが変更されました。再設定リンクは、今後このアドレスには届きません。',
      'お心当たりがない場合は、72時間以内に次のリンクを開いてください。このアドレスが元に戻り、すべてのデバイスでログアウトされます。\n{link}',
      'その後、またはお困りの場合は、{support} にお問い合わせください。',
    ],
  },
  emailSet: {
    subject: '{product}アカウントのメールアドレスが変更されました',
    text: [
      '管理者が{product}のアカウント"{username}"のメールアドレスを変更しました。再設定リンクは、今後このアドレスには届きません。',
      'お心当たりがない場合は、{support} にお問い合わせください。',
    ],
  },
  accountDeleted: {
    subject: '{product}のアカウントが削除されました',
    text: [
      '{product}のアカウント"{username}"が削除されました。名刺は非公開になり、すべてのデバイスでログアウトされました。',
      'データは30日後に消去されます。それまでに復元する場合、またはお心当たりがない場合は、{support} にお問い合わせください。',
    ],
  },
  secondFactor: {
    on: {
      subject: '{product}アカウントの2段階認証が有効になりました',
      happened:
        '{product}のアカウント"{username}"の2段階認証が有効になりました。今後はログイン時に認証アプリのコードも求められます。他のすべてのデバイスでログアウトされました。',
    },
    off: {
      subject: '{product}アカウントの2段階認証が無効になりました',
      happened:
        '{product}のアカウント"{username}"の2段階認証が無効になりました。今後はログイン時にパスワードだけが求められます。他のすべてのデバイスでログアウトされました。',
    },
    removed: {
      subject: '管理者が{product}アカウントの2段階認証を無効にしました',
      happened:
        '管理者が{product}のアカウント"{username}"の2段階認証を無効にしました。今後はログイン時にパスワードだけが求められます。すべてのデバイスでログアウトされました。「アカウント」>「セキュリティ」でもう一度設定してください。',
    },
    codes: {
      subject: '{product}アカウントの新しいリカバリーコードが作成されました',
      happened:
        '{product}のアカウント"{username}"の2段階認証に、新しいリカバリーコードが作成されました。以前のコードは使用できません。',
    },
    used: {
      subject: '{product}アカウントでリカバリーコードが使用されました',
      happened:
        '{product}のアカウント"{username}"の2段階認証で、リカバリーコードが使用されました。このコードはもう使用できません。',
    },
    notYou:
      'お心当たりがない場合は、すぐにログインページで再設定リンクをリクエストし、{support} にお問い合わせください。',
  },
  passkey: {
    added: {
      subject: '{product}アカウントにパスキーが追加されました',
      happened:
        '{product}のアカウント"{username}"に、パスキー"{name}"が追加されました。パスワードやコードを入力せずにログインできます。',
    },
    removed: {
      subject: '{product}アカウントからパスキーが削除されました',
      happened:
        '{product}のアカウント"{username}"から、パスキー"{name}"が削除されました。このパスキーではログインできなくなり、他のすべてのデバイスでログアウトされました。',
    },
    notYou:
      'お心当たりがない場合は、すぐにログインページで再設定リンクをリクエストしてください。すべてのパスキーが削除され、すべてのデバイスでログアウトされます。その後、{support} にお問い合わせください。',
  },
  transferOffer: {
    subject: '"{from}"さんから{product}の名刺{count}枚の引き継ぎリクエストが届きました',
    text: [
      '"{from}"さんが、{product}の名刺{count}枚を、リンク、受信トレイ、アナリティクスとともにあなたに引き継ごうとしています。',
      '承認するには、7日以内に次のリンクを開き、"{to}"としてログインしてください。\n{link}',
      '引き継ぎを希望しない場合は、このメールを無視してください。何も変更されません。',
    ],
  },
  cardsReceived: {
    subject: '"{from}"さんから名刺{count}枚を引き継ぎました',
    byOwner:
      '"{from}"さんが、{product}の名刺{count}枚を、リンク、受信トレイ、アナリティクスとともにあなたに引き継ぎました。',
    byAdministrator:
      '管理者が、"{from}"さんの{product}の名刺{count}枚を、リンク、受信トレイ、アナリティクスとともにあなたに引き継ぎました。',
    check: '連絡先情報を確認してください。まだ同僚の情報のままです。',
  },
  cardsTransferred: {
    subject: '名刺{count}枚を"{to}"さんに引き継ぎました',
    byOwner:
      '{product}の名刺{count}枚を、リンク、受信トレイ、アナリティクスとともに"{to}"さんに引き継ぎました。今後はアクセスできません。',
    byAdministrator:
      '管理者が、{product}のあなたの名刺{count}枚を、リンク、受信トレイ、アナリティクスとともに"{to}"さんに引き継ぎました。今後はアクセスできません。',
    mistake: '間違いの場合は、{support} にお問い合わせください。',
  },
  submission: {
    subject: '"{name}"さんから連絡先が届きました',
    text: [
      '名刺のフォームが送信されました。 {card}',
      '{answers}',
      '受信トレイで読む: {inbox}',
      'この後10分以内に送信された内容は、メールなしで受信トレイに届きます。',
      'このメールをアカウントで停止する: {account}',
    ],
  },
  followUps: {
    subject: 'フォローアップする連絡先: {count}件',
    due: '期限が来たもの:',
    assigned: 'あなたの担当:',
    links: ['受信トレイを開く: {inbox}', 'このメールをアカウントで停止する: {account}'],
  },
  weekly: {
    subject: '先週の名刺の表示回数：{views}回',
    period: '{from}～{until}（かっこ内はその前の週）：',
    views: '表示',
    visitors: 'ユニーク訪問者',
    saves: '保存',
    submissions: '送信',
    contacts: '受信トレイの新しい連絡先：{contacts}件',
    points: '表示の多い配布先：',
    links: ['すべての数値を見る：{figures}', 'このメールの配信を停止：{stop}'],
  },
  somebody: '名前のない送信者',
  emptyFeed: '新しい連絡先はここに表示されます。',
  fields: {
    name: '名前',
    email: 'メール',
    phone: '電話',
    company: '会社名',
    message: 'メッセージ',
    question1: '質問1',
    question2: '質問2',
  },
}
