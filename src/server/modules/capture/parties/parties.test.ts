import { describe, expect, test } from 'vitest';
import { extractInvoice } from '../extract.ts';
import { NO_CONTEXT, pageOf } from '../testing.ts';

const read = (text: string) => extractInvoice([pageOf(text)], NO_CONTEXT);
const goods = `
Description              Qty      Rate          Amount
Site visit               2        100.00        200.00
Report                   1        300.00        300.00
                                  Total         500.00
`;
const receiver = `
Marula Freight Ltd.
7 Harbour Lane
Cape Coast

INVOICE
Invoice No: 8841
Date: 03/11/2026
`;
// Below the goods a sheet has room; its foot is set apart.
const sheet = (head: string, foot: string) => read(`${head}${goods}\n\n\n\n\n\n${foot}`);

describe('who issued it', () => {
  test.each([
    [
      'by his own footer, not who is in the window',
      receiver,
      `Kestrel Survey GmbH          Geschäftsführer: Ina Falk        IBAN DE02 1203 0000 0000 2020 51
Moorweg 3                    Amtsgericht Emden HRB 4471       Sparkasse Emden Ltd.
www.kestrel-survey.de        USt-IdNr: DE 291 442 871`,
      'Kestrel Survey GmbH',
    ],
    [
      'by his footer where his name shares no word with his host',
      receiver,
      `Regd. office: Tamarind Holdings Private Limited, 4 Lake Road, Pune
GSTIN: 27AAACT2727Q1ZW   CIN U72900PN2015PTC155123   Email: help@brightdesk.in`,
      'Tamarind Holdings Private Limited',
    ],
    [
      'by a name alone above its legal form, register and capital',
      receiver,
      `                       BOREALIS
Siège social : 4 quai Sud - 13002 Marseille - contact@annonces-sud.fr
Sarl au capital de 8 000 € - Siret 53012345600017 - TVA FR12530123456`,
      'BOREALIS',
    ],
    [
      'by the small line above the window',
      `Sorrel Hosting AG - Uferstrasse 12 - 20095 Hamburg\n${receiver}`,
      '',
      'Sorrel Hosting AG',
    ],
    [
      'under the name of his letterhead, without the department',
      `PELICAN CUSTOMER CARE\nBill To: Marula Freight Ltd.\n7 Harbour Lane\nInvoice No: 8841\n`,
      `Pelican Ltd, registered office: 9 Marina Road, Lagos. RC 482113, TIN 20114477-0001, www.pelican.ng`,
      'PELICAN',
    ],
  ])('is known %s', (_, head, foot, sender) => {
    expect(sheet(head, foot).vendorName).toBe(sender);
  });

  test.each([
    [
      'the bank',
      'Zephyr Bank Plc   IBAN GB29 NWBK 6016 1331   SWIFT NWBKGB2L   Sort code 60-16-13   VAT no 123456789',
    ],
    ['the reader himself', 'Your VAT number: GB 123 456 789 Marula Freight Ltd.   Company reg no 8812345'],
    [
      'who made the program',
      'Powered by Quillbox Ltd   www.quillbox.io   Registered office London   VAT no 123456789',
    ],
  ])('is never %s in the small print', (_, foot) => {
    const found = sheet(`Kestrel Survey\nInvoice No: 8841\nBill To: Marula Freight Ltd.\n`, foot);
    expect(found).toMatchObject({ vendorName: 'Kestrel Survey', customerName: 'Marula Freight Ltd.' });
  });

  test('is told with less trust where another might be it', () => {
    const foot = `Kestrel Survey GmbH   Amtsgericht Emden HRB 4471   USt-IdNr: DE 291 442 871`;
    const sure = sheet(`Kestrel Survey GmbH\nInvoice No: 8841\n`, foot);
    const torn = sheet(`Sold by: Marula Freight Ltd.\nInvoice No: 8841\n`, foot);
    expect(torn.confidence.vendorName).toBeLessThan((sure.confidence.vendorName ?? 0) - 0.1);
  });

  test.each([
    ['Inkwell Prints Nigeria', '', 'Inkwell Prints Nigeria'],
    ['Anambra State Water Board', '', 'Anambra State Water Board'],
    [
      'TAXINvolCE(Originalfor Recipient)',
      'For Jaipur House Works\nAuthorised Signatory',
      'Jaipur House Works',
    ],
    ['Palm Crescent Hotel & Suites', '', 'Palm Crescent Hotel & Suites'],
    ['Marula Table Water\nIssued by: Patience', '', 'Marula Table Water'],
    ['GREEN ACRES AGRO STORES Ring Road, Akure', '', 'GREEN ACRES AGRO STORES'],
    ['Marula Hall\nReceived the sum of ten naira\nfrom Kelechi Ventures', '', 'Marula Hall'],
    ['Marula Table Water\nTeller: Ngozi Eze', '', 'Marula Table Water'],
    ['Courier receipt AWB 7740\nFrom: Ogo Yams', 'RedKite Express Ltd', 'RedKite Express Ltd'],
  ])('%s: as it is called', (head, foot, sender) => {
    expect(sheet(`${head}\nInvoice No: 8841\n`, foot).vendorName).toBe(sender);
  });

  test('is nobody where only a heading stands', () => {
    expect(read(`Guest Details\nDate: 03/11/2026\nRoom      500.00\nTotal     500.00`).vendorName).toBeNull();
  });
});

test.each([
  ['the end of a period', 'Period: 01.01.2026 bis 31.01.2026\nDue date: 03.12.2026', '2026-12-03'],
  ['a day before the invoice', 'Payment due 02.02.2026', null],
])('%s is no day to pay by', (_, row, due) => {
  const found = read(`Ada Stores\nInvoice No: 8841\nInvoice date: 14.11.2026\n${row}\n${goods}`);
  expect([found.date, found.dueDate]).toEqual(['2026-11-14', due]);
});

test.each([
  ['Student: Daniel Okpara Class: JSS 2B Bill No: 0442', 'Daniel Okpara'],
  ['Deliver to: Chikason Stores, Onitsha Main Market', 'Chikason Stores'],
  ['Customer: Walk-in\nAmoxicillin caps', null],
  ['PURCHASE         NGN 12,450.00\nRESPONSE CODE 00', null],
  ['Patient: Ijeoma Anyanwu   Bill to: Redgate Health Ltd', 'Redgate Health Ltd'],
  [
    'Customer Name  Bayo Ige Builders   Store Main\nSite           Plot 9, Arepo       Rep Ngozi',
    'Bayo Ige Builders',
  ],
  ['Savannah Inputs Ltd\nAttn. Mrs. Hauwa Garba', 'Savannah Inputs Ltd'],
  ['The Managing Director,\nGreenfield Estates Limited,\nLekki', 'Greenfield Estates Limited'],
  ['Agency: Redcircle Media Ltd', 'Redcircle Media Ltd'],
  ['Pupil: Adaeze Nwankwo    Class: Primary 3', 'Adaeze Nwankwo'],
  ['Customer Alhaji Kamal Bello      Job card RS 209', 'Alhaji Kamal Bello'],
  ['Bill to\nLagos Logistics Hub', 'Lagos Logistics Hub'],
  ['Consignee:\nKano Garments Limited', 'Kano Garments Limited'],
  [
    'Buyer (Bill to)            Consignee (Ship to)\nCrystal Homes              Site 4, Okpanam Road',
    'Crystal Homes',
  ],
  [
    'Bill to              Dr & Mrs Okonjo - House 17      Bill number     PCR-10-17\nBilling month        October 2026                    Bill date       5 Nov 2026',
    'Dr & Mrs Okonjo',
  ],
  [
    'Attention: Mrs Grace Effiong\nOrganisation: Calabar Teachers Cooperative',
    'Calabar Teachers Cooperative',
  ],
  ['M/s Unity Microfinance Bank, Garki', 'Unity Microfinance Bank'],
  ['Invoice to\nFLOUR MILLS DEPOT KANO\nSHARADA INDUSTRIAL ESTATE', 'FLOUR MILLS DEPOT KANO'],
  ['Member: Mr. Segun Oyelaran (No. 1184)', 'Mr. Segun Oyelaran'],
  ['Hi Chidinma Eze, thank you for shopping with us!', 'Chidinma Eze'],
  ['Bill to / Jaoll     Marina Dental Clinic', 'Marina Dental Clinic'],
  ['Farmer/Coop: Gidan Mutum Coop', 'Gidan Mutum Coop'],
  ['PURCHASE & WEIGH NOTE\nBuyer: Rafin Oils', 'Rafin Oils'],
  ['Meter reading 4417\nAccount name: Ezinne Okafor', 'Ezinne Okafor'],
  ['Client : Hôtel Les Cocotiers\nRoute des Pêches, Cotonou', 'Hôtel Les Cocotiers'],
  ['Client: Sunrise Estate Residents\nSite: Lokogoma', 'Sunrise Estate Residents'],
  [
    'Customer name               MADUKA STORES       Account number     10/23/45\nService place               44 Zik Lane         Bill day           31-Oct-2026',
    'MADUKA STORES',
  ],
  [
    `Consignee:${' '.repeat(20)}B/L      BLSA00123\n ZUMA COCOA PROCESSORS LTD    Vessel BALTIC SWAN`,
    'ZUMA COCOA PROCESSORS LTD',
  ],
  ["Name: Redoak Schools\nCustomer's slgnature", 'Redoak Schools'],
  ['Attention: Acco unts Payable\nHalima Garba', 'Halima Garba'],
  ['Dear Mr Adewale Ogunleye,', 'Mr Adewale Ogunleye'],
  ['Dear Madam Principal,', null],
  ['Received with thanks from Okechukwu Shoes', 'Okechukwu Shoes'],
  ['Policy holder      Musa Haruna Transport', 'Musa Haruna Transport'],
  ["Good morning Ada's Kitchen", "Ada's Kitchen"],
  ['RECEIVED the sum of ten naira only\nfrom Mr Kelechi Onu', 'Mr Kelechi Onu'],
  ['INVOICE TO THE ESTATE OF LATE CHIEF DUKE', 'THE ESTATE OF LATE CHIEF DUKE'],
  ['Client: 0442\n\nWork done      Qty      Rate      Amount', null],
  ['Server Emeka O.', null],
  ['Collector      Janet Obi', null],
  ['Dear Chief Nwosu,', 'Chief Nwosu'],
  ['Hi Adaeze Okonkwo\nHere is your invoice', 'Adaeze Okonkwo'],
  ['Name: ........ Ngozi Bello ......', 'Ngozi Bello'],
  ['Mr/Mrs/Messrs: ____Barr. Dafe Omene____', 'Barr. Dafe Omene'],
  ['The Branch Manager,\nOrchid Microfinance Bank,\nEnugu', 'Orchid Microfinance Bank'],
  ["The Bursar,\nSt. Dominic's Seminary,\nUmuahia.\nBILL FOR GENERATOR SERVICING", "St. Dominic's Seminary"],
  ['To: The Chairman, Marula Landlords Association, Tanke, Ilorin', 'Marula Landlords Association'],
  ['Name of patient: Ekanem Bassey Sex: F Age: 34', 'Ekanem Bassey'],
  ['Bill to: Ngozi Bello, ngozi@bello.example, 08035550112', 'Ngozi Bello'],
  ['Graphic design\n\nThe Good Loaf Bakery\n18 Cheap Street\n\n\nDear Tom,', 'The Good Loaf Bakery'],
])('%s names the customer', (row, name) => {
  expect(read(`Ada Stores\nInvoice No: 8841\nDate: 14/11/2026\n${row}\n${goods}`).customerName).toBe(name);
});

test.each([
  [
    'the second',
    'OAKLINE FURNITURE               Delta Creek Energy Ltd\nPlot 9 Airport Road, Warri      Procurement Unit\n                                Effurun, Delta State',
    ['OAKLINE FURNITURE', 'Delta Creek Energy Ltd'],
  ],
  [
    'the second, beside a house whose number looks like a sum',
    'Studio Hollis Ltd               Greenway Foods plc\nUnit 4, 20 Mare Street          2 Quay Road\nVAT GB 288 4410 12              Bristol BS1 5TX',
    ['Studio Hollis Ltd', 'Greenway Foods plc'],
  ],
  [
    'the first where the second has a telephone',
    'Mrs. Ngozi Umeh                 Sugar & Spice Bakehouse\n12 Brass Street, Aba            4 Faulks Road, Aba\n                                0803 555 0142',
    ['Sugar & Spice Bakehouse', 'Mrs. Ngozi Umeh'],
  ],
  [
    'the lower where the upper ends at the right edge',
    `${' '.repeat(31)}Lindner & Partner\n${' '.repeat(37)}Hafenstraße 8\n${' '.repeat(33)}Tel. 0431 555 120\n\nNordsee Fisch GmbH\nKaiweg 14\n27472 Cuxhaven`,
    ['Lindner & Partner', 'Nordsee Fisch GmbH'],
  ],
  [
    'the lower where the upper has its telephone beside the town',
    'SKYROOF BUILDERS\nIndependence Layout, Enugu | 0805 555 0133\n\nChief Emeka Nnamani\nHouse 9, Trans-Ekulu, Enugu',
    ['SKYROOF BUILDERS', 'Chief Emeka Nnamani'],
  ],
  [
    'the one below, beside a number of his',
    'ENUGU RIVERS WATER BOARD\nOkpara Avenue, Enugu\n\n0042-118 OKAFOR IKENNA JUDE\n8 Ogbete Lane, Enugu',
    ['ENUGU RIVERS WATER BOARD', 'OKAFOR IKENNA JUDE'],
  ],
  [
    'no branch of the sender',
    'SHOPWELL STORES\nWetheral Road, Owerri\n\nDouglas branch\n8 Ogbete Lane, Enugu',
    ['SHOPWELL STORES', null],
  ],
])('of two addresses without a label %s is the customer', (_, head, names) => {
  const { vendorName, customerName } = read(`${head}\n\n\nInvoice No: 8841\nDate: 14/11/2026\n${goods}`);
  expect([vendorName, customerName]).toEqual(names);
});

test('a label at the left edge and its value at the right belong together, however far', () => {
  const pairs = ['Receipt', 'Customer', 'Total paid'].map((label, at) => {
    const value = ['NT-4102', 'Hajia Rakiya', '220.00'][at] ?? '';
    return label + value.padStart(70 - label.length);
  });
  expect(read(`NANA TEXTILES\n${pairs.join('\n')}`)).toMatchObject({
    customerName: 'Hajia Rakiya',
    invoiceNumber: 'NT-4102',
  });
});

test('a trade between a name and a place is no sender, and a security is a line', () => {
  const head = 'Tobi Alabi\nProduct designer · Lagos, Nigeria · tobi@alabi.example\nInvoice No: 8841';
  const lines =
    'Particulars                 Amount\nRent, flat 3            2,400,000.00\nCaution deposit           200,000.00\nTotal due               2,600,000.00';
  expect(read(`${head}\n${lines}`)).toMatchObject({
    vendorName: 'Tobi Alabi',
    total: 2_600_000,
    items: [{ total: 2_400_000 }, { description: 'Caution deposit', total: 200_000 }],
  });
});

test('Benin City is not abroad', () => {
  expect(read(`Glassfront Ltd\nTrade Centre, Benin City\nInvoice No: 8841\n${goods}`).currency).toBe('NGN');
});

test('a day has the label above it where another column stands beside it', () => {
  const head =
    'BILLED TO              ISSUE DATE\nMrs Folake Adeyinka    3 Nov 2026\nMagodo Phase 2         PAYMENT DUE\nfolake@inbox.example   17 Nov 2026';
  expect(read(`Ada Stores\n${head}\n${goods}`)).toMatchObject({
    date: '2026-11-03',
    dueDate: '2026-11-17',
  });
});

test.each([
  ['Bill to          Issued             Due\nAda Foods        Nov 15, 2026       Nov 29, 2026', '2026-11-29'],
  [
    'Ship by          Your ref           Pay by\nHull             PO 8817            05/12/2026',
    '2026-12-05',
  ],
])('%s: the head above a day counts, whatever stands beside it', (head, due) => {
  expect(read(`Ada Stores\nInvoice No: 8841\n${head}\n${goods}`).dueDate).toBe(due);
});

test.each([
  ['Bill date 14/11/2026', null, '2026-11-14'],
  [
    'Credit Note No: CN-0058\nAgainst Invoice: INV-1182 of 14/10/2026\nDate: 29/10/2026',
    'CN-0058',
    '2026-10-29',
  ],
  ['No. 2611-07 | Issued 26 Nov 2026 | Due 3 Dec 2026', '2611-07', '2026-11-26'],
  ['Tax Invoice SSS-0441\nDate 28 Nov 2025', 'SSS-0441', '2025-11-28'],
  ['Estimate # 1187\nDate Nov 16, 2026', '1187', '2026-11-16'],
  ['Estimate # 1 187\nDate Nov 16, 2026', '1187', '2026-11-16'],
  ['Travel date 20/11/2026 06:30\nIssued 13/11/2026\nTicket No 00417729', '00417729', '2026-11-13'],
  ['Bill # 20918         21/11/2026', '20918', '2026-11-21'],
  ['Receipt/Invoice: SF 0771   Day: 18-11-26', 'SF 0771', '2026-11-18'],
  ['Invoice No: 5521\nDate: 19/07/2\nPay by: 19/08/25', '5521', '2025-07-19'],
  ['DELIVERY NOTE  DN-20871  26 Nov 2026', 'DN-20871', '2026-11-26'],
  ['Facture\nN° FA-2026-1187\nDate de facture : 19/11/2026', 'FA-2026-1187', '2026-11-19'],
  ['No 8 Shomolu Row, Lagos\nDate: 18/11/2026', null, '2026-11-18'],
  ['INVOICE      14 N0V\nDate: 18/11/2026', null, '2026-11-18'],
  ['No004127   Date 18/11/2026', '004127', '2026-11-18'],
  ['We received your order #10482 of 8 Nov 2026', '10482', '2026-11-08'],
  ['22/10/2026 17:40      Rcpt 300118', '300118', '2026-10-22'],
  ['Debit note   DN/26/4478\nDate 13/10/2026', 'DN/26/4478', '2026-10-13'],
  ['WAYBILL NO\nSWL 7740 2291 08\nDate: 14/11/2026', 'SWL 7740 2291 08', '2026-11-14'],
  ['Arrival 03-Nov-26     Departure 05-Nov-26\nFolio No. 88412', '88412', '2026-11-05'],
])('%s has a number and a day', (head, number, date) => {
  expect(read(`Ada Stores\n${head}\n${goods}`)).toMatchObject({ invoiceNumber: number, date });
});

describe('a line', () => {
  const lines = (rows: string, sums: string) =>
    read(
      `Ada Stores\nInvoice No: 8841\nDescription              Qty           Rate          Amount\n${rows}\n${sums}`,
    ).items;

  test.each([
    [
      'hours printed without their decimals',
      'Picking                  28 hrs        10.50         288.75',
      27.5,
    ],
    ['pieces sold at a discount', 'Chairs                   28 pcs        10.50         288.75', 28],
  ])('of %s', (_, row, quantity) => {
    expect(lines(row, `Total                                                288.75`)).toMatchObject([
      { quantity, rate: 10.5, total: 288.75 },
    ]);
  });

  test.each([
    [
      'tax and gross beside it',
      'Description    Qty    Unit     Net      VAT %    VAT     Gross\nShea butter    12     38.50    462.00   20       92.40   554.40\nSoap           100    2.15     215.00   20       43.00   258.00',
      [
        { description: 'Shea butter', quantity: 12, rate: 38.5, total: 462 },
        { description: 'Soap', quantity: 100, rate: 2.15, total: 215 },
      ],
    ],
    [
      'a code before it',
      'Item No.    Description     HSN/SAC   Qty    Rate      Amount\nBS-F100     Flood light     8544      40     11.50     460.00\nBS-S200     Street light    8536      25     46.00     1,150.00',
      [
        { description: 'Flood light', quantity: 40, rate: 11.5, total: 460 },
        { description: 'Street light', quantity: 25, rate: 46, total: 1_150 },
      ],
    ],
    [
      'a running balance',
      'Date        Description    Ref      Charges      Credits     Balance\n03-Nov-26   Room charge    407      95,000.00                95,000.00\n04-Nov-26   Laundry        L118     7,500.00                 102,500.00\n                           Total charges                     102,500.00',
      [
        { description: 'Room charge', total: 95_000 },
        { description: 'Laundry', total: 7_500 },
      ],
    ],
    [
      'a bullet before its count',
      '- 40 loaves sliced bread @ 1,400 = 56,000\n- 10 dozen meat pie @ 9,600 = 96,000\n                         Total: 152,000',
      [
        { description: 'loaves sliced bread', quantity: 40, rate: 1_400, total: 56_000 },
        { description: 'dozen meat pie', quantity: 10, rate: 9_600, total: 96_000 },
      ],
    ],
    [
      'its day before its name',
      'Date        Description           Charges\n14/10       Deluxe room 312       65,000.00\n15/10       Laundry               6,300.00\n                                  Total         71,300.00',
      [
        { description: 'Deluxe room 312', quantity: null, total: 65_000 },
        { description: 'Laundry', total: 6_300 },
      ],
    ],
    [
      'a code under the first of two names of goods',
      'Item      Description           Qty     Rate        Amount\nA1        Site clearing         1       150,000     150,000\nA2        Fencing               60      4,500       270,000',
      [{ description: 'Site clearing' }, { description: 'Fencing' }],
    ],
    [
      'a count behind the price of one unit',
      'Product           Unit cost     Units   Line total\nLaptop            985,000.00        3   2,955,000.00\nS/N 5CD4081X, 5CD4082Q\nKeyboard          38,500.00         3   115,500.00\nS/N 5CD4181X, 5CD4182Q',
      [
        { description: 'Laptop', quantity: 3, rate: 985_000 },
        { description: 'Keyboard', quantity: 3, rate: 38_500 },
      ],
    ],
    [
      'litres before the price of one, both with decimals, and a currency in a column',
      'PMS                  42.50     L x    1,020.00    NGN    43,350.00\nHandling                                         NGN    310.00\n              Total                   NGN   43,660.00',
      [
        { description: expect.stringContaining('PMS'), quantity: 42.5, rate: 1_020 },
        { description: 'Handling', total: 310 },
      ],
    ],
    [
      'tonnes before the price of one',
      'Soya beans     10.80     720,000     7,776,000\nGinger         1.50      2,300,000   3,450,000\n                         Total       11,226,000',
      [
        { quantity: 10.8, rate: 720_000 },
        { quantity: 1.5, rate: 2_300_000 },
      ],
    ],
    [
      'a word that takes something off elsewhere',
      'No   Description       qty     Unit          Amount\n1    Disc skimming     2       8,000.00      16,000.00\n2    Workmanship       1       15,000.00     15,000.00',
      [{ description: 'Disc skimming', quantity: 2, rate: 8_000 }, { total: 15_000 }],
    ],
    [
      'how many in a row below its name, or not',
      'MILK 380G                        6,450.00\nPASTE 140G\n 2 @ 1,890.00                    3,780.00\nWATER 75CL\n 12 @ 300.00                     3,600.00\nBREAD LARGE                      1,700.00\nTOTAL                            15,530.00',
      [
        { description: 'MILK 380G' },
        { description: 'PASTE 140G', quantity: 2 },
        { description: 'WATER 75CL', quantity: 12 },
        { description: 'BREAD LARGE' },
      ],
    ],
    [
      'a count misread, glued to its unit, or lost',
      '1o crates egg x 5,200            52,000\nHair serum 2pcs @ 6,500          13,000\nMalt @ 8,200                     32,800\nTotal                            97,800',
      [
        { description: 'crates egg', quantity: 10, rate: 5_200 },
        { description: 'Hair serum', quantity: 2, rate: 6_500 },
        { description: 'Malt', quantity: 4, rate: 8_200 },
      ],
    ],
    [
      'its sum broken off',
      '2 ctn Milk @ 18,500 = 37,000\n3 ctn Spaghetti @ 14,200 =\n42,600\nTotal = 79,600',
      [
        { quantity: 2, rate: 18_500 },
        { quantity: 3, rate: 14_200, total: 42_600 },
      ],
    ],
    [
      'its name before a sum in the row below',
      'Qty      Description        Rate       Amount\n1        Servicing          18,500     18,500\n19       Bag of cement      8,500\n                                       161,500\n332 A5 flyers               120        39,840',
      [
        { description: 'Servicing' },
        { description: 'Bag of cement', quantity: 19, total: 161_500 },
        { description: 'A5 flyers', quantity: 332 },
      ],
    ],
    [
      'a size in the row below',
      'Description           Qty      Rate          Amount\nMineral water         10       5.50          55.00\n12 x 0.75 PET\nTray                  4        20.00         80.00',
      [{ description: expect.stringContaining('PET') }, { description: 'Tray' }],
    ],
    [
      'a rate of exchange above',
      'Vessel: MV Xin     Rate of exchange: USD     1,520.00\nFreight                                      3,648,000.00\nHandling                                     471,200.00\nSub total                                    4,119,200.00',
      [{ description: 'Freight' }, { description: 'Handling' }],
    ],
    [
      'what is served added below',
      '2     Pepper soup              11,000.00\n3     Fried rice               20,400.00\n4     Chapman                  10,000.00\n      Food & drinks            41,400.00\n      Service 10%              4,140.00\n      TO PAY                   45,540.00',
      [{ total: 11_000 }, { total: 20_400 }, { total: 10_000 }],
    ],
    [
      'its name broken after a comma above',
      'Description          Qty      Rate          Amount\nRetainer, media,\nSeptember            1        350,000.00    350,000.00\nVideo edit           2        40,000.00     80,000.00',
      [{ description: 'Retainer, media September' }, { description: 'Video edit' }],
    ],
  ])('with %s', (_, rows, items) => {
    expect(read(`Ada Stores\nInvoice No: 8841\n${rows}`).items).toMatchObject(items);
  });

  const two = `Rice                     2             100.00        200.00\nBeans                    1             300.00        300.00`;
  const charged = (subtotal: string, total: string) =>
    `                                       Subtotal      ${subtotal}\nDelivery                                             50.00\n                                       Total         ${total}`;
  test.each([
    ['is one where the lines add up with it', charged('500.00', '550.00'), 3],
    ['is none where they do not', charged('520.00', '570.00'), 2],
  ])('delivery below the subtotal %s', (_, sums, count) => {
    expect(lines(two, sums)).toHaveLength(count);
  });
});

test('a list of goods without prices has no total', () => {
  const found = read(`
SUNRISE BAKERY                     Delivery Note No: 20417
Customer: Uniben Cafeteria         Date: 19/11/2026
Item                     Unit      Quantity
Family loaf              pcs       120
Butter bread             pcs       80
Total                              200`);
  expect(found).toMatchObject({ total: null, invoiceNumber: '20417', date: '2026-11-19' });
});

test('a label of two words is no name', () => {
  const buyer = `Käufer
Globale Nummer:          4000001123452 (GLN)
Name:                    Kunden AG Mitte`;
  expect(read(`RECHNUNG\n${buyer}\n${goods}`).customerName).toBe('Kunden AG Mitte');
});

test('the sender signs below his regards, and is paid in no pupil number', () => {
  const bill = `Okafor & Partners\nThe Chairman,\nLekki Gardens Ltd\n${goods}\nAdm. No: GHS/2021/077\nYours faithfully,\nFor: Okafor & Partners`;
  expect(read(bill)).toMatchObject({
    customerName: 'Lekki Gardens Ltd',
    currency: 'NGN',
  });
});
