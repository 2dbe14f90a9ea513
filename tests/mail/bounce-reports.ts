// Reports as mail servers write them, about a message with a given Message-ID to bello@example.test.

type Part = { type: string; text: string };

const returnedMessage = (messageId: string) => `Return-Path: <no-reply@duewell.example>
Received: from app.duewell.example (app.duewell.example [203.0.113.7])
\tby mx.example.net (Postfix) with ESMTPS id 4Xz1
\tfor <bello@example.test>; Mon, 23 Nov 2026 09:00:01 +0000 (UTC)
From: Okafor Kitchen via Duewell <no-reply@duewell.example>
To: bello@example.test
Subject: Invoice INV-0001 from Okafor Kitchen
Message-ID:
 ${messageId}
Date: Mon, 23 Nov 2026 09:00:00 +0000
Auto-Submitted: auto-generated
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
`;

function report(headers: string, parts: Part[], boundary = 'b0und4ry'): string {
  const body = parts.map(({ type, text }) => `--${boundary}\nContent-Type: ${type}\n\n${text}\n`).join('');
  const fullMessage = `${headers}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="${boundary}"

${body}--${boundary}--
`;
  return fullMessage.replaceAll('\n', '\r\n');
}

const bounceText = 'text/plain; charset=us-ascii';

/** Postfix: everything, with its own comments and the message whole. */
export const postfix = (
  messageId: string,
  {
    action = 'failed',
    status = '5.1.1',
    code = '550 5.1.1 <bello@example.test>: Recipient address rejected',
  } = {},
) =>
  report(
    `Date: Mon, 23 Nov 2026 09:00:02 +0000 (UTC)
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: no-reply@duewell.example
Auto-Submitted: auto-replied
Message-Id: <20261123090002.4Xz1@mx.example.net>`,
    [
      {
        type: bounceText,
        text: 'This is the mail system at host mx.example.net.\n\nI am sorry to have to inform you.',
      },
      {
        type: 'message/delivery-status',
        text: `Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: 4Xz1
X-Postfix-Sender: rfc822; no-reply@duewell.example
Arrival-Date: Mon, 23 Nov 2026 09:00:01 +0000 (UTC)

Final-Recipient: rfc822; bello@example.test
Original-Recipient: rfc822;bello@example.test
Action: ${action}
Status: ${status}
Remote-MTA: dns; mail.example.test
Diagnostic-Code: smtp; ${code}`,
      },
      { type: 'message/rfc822', text: `${returnedMessage(messageId)}\nHello` },
    ],
    '4Xz1.1764/mx.example.net',
  );

/** Exim: a status that says nothing, the reason of the other server over several lines. */
export const exim = (messageId: string) =>
  report(
    `From: Mail Delivery System <Mailer-Daemon@exim.example.net>
To: no-reply@duewell.example
X-Failed-Recipients: bello@example.test
Auto-Submitted: auto-replied
References: ${messageId}
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1abcd-0001@exim.example.net>`,
    [
      { type: bounceText, text: 'This message was created automatically by mail delivery software.' },
      {
        type: 'message/delivery-status',
        text: `Reporting-MTA: dns; exim.example.net

Action: failed
Final-Recipient: rfc822;bello@example.test
Status: 5.0.0
Remote-MTA: dns; mail.example.test
Diagnostic-Code: smtp; 550-5.2.1 The account that you tried to reach
 550 5.2.1 is disabled`,
      },
      { type: 'message/rfc822', text: `${returnedMessage(messageId)}\nHello` },
    ],
  );

/** Exchange: alternatives in front, only headers of the message, its id also as what is answered. */
export const exchange = (messageId: string) =>
  report(
    `From: Microsoft Outlook
\t<MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@contoso.example>
To: <no-reply@duewell.example>
Subject: =?utf-8?B?VW5kZWxpdmVyYWJsZQ==?=
In-Reply-To: ${messageId}
References: ${messageId}
X-MS-Exchange-Message-Is-Ndr:
Message-ID: <4f2a@contoso.example>
Auto-Submitted: auto-replied`,
    [
      {
        type: 'multipart/alternative; differences=Content-Type;\n\tboundary="inner"',
        text: `--inner
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: quoted-printable

Your message to bello@example.test couldn't be delivered.=20
--inner
Content-Type: text/html; charset="utf-8"

<p>bello wasn't found at example.test.</p>
--inner--`,
      },
      {
        type: 'message/delivery-status',
        text: `Reporting-MTA: dns;AM0PR01MB0001.eurprd01.prod.exchangelabs.example
Received-From-MTA: dns;mx.example.net
Arrival-Date: Mon, 23 Nov 2026 09:00:01 +0000

Final-Recipient: rfc822;bello@example.test
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup`,
      },
      { type: 'message/rfc822', text: returnedMessage(messageId) },
    ],
  );

/** Gmail: a picture beside the words, full mailbox, headers as text only. */
export const gmail = (messageId: string) =>
  report(
    `From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: no-reply@duewell.example
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: ${messageId}
In-Reply-To: ${messageId}
X-Failed-Recipients: bello@example.test
Message-ID: <6561.gmr@mx.google.com>`,
    [
      {
        type: 'multipart/related; boundary="rel"',
        text: `--rel
Content-Type: text/html; charset="UTF-8"

<p>Address full</p><img src="cid:icon.png">
--rel
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgo=
--rel--`,
      },
      {
        type: 'message/delivery-status',
        text: `Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; no-reply@duewell.example
Arrival-Date: Mon, 23 Nov 2026 01:00:01 -0800 (PST)
X-Original-Message-ID: ${messageId}

Final-Recipient: rfc822; bello@example.test
Action: failed
Status: 5.2.2
Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.27, the server for the domain example.test.)
Diagnostic-Code: smtp; 552-5.2.2 The recipient's inbox is out of storage space. 552 5.2.2 https://support.google.com/mail
Last-Attempt-Date: Mon, 23 Nov 2026 01:00:02 -0800 (PST)`,
      },
      { type: 'text/rfc822-headers', text: returnedMessage(messageId) },
    ],
  );

/** Somebody's answer while away: no report at all. */
export const outOfOfficeReply = (messageId: string) =>
  `From: bello@example.test
To: no-reply@duewell.example
Subject: Away until Monday
In-Reply-To: ${messageId}
Auto-Submitted: auto-replied
Content-Type: text/plain

I am away. Action: failed
`.replaceAll('\n', '\r\n');
