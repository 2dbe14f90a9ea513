/** Correct words and names close to the vocabulary; never corrected. */
export const REAL_WORDS: ReadonlySet<string> = new Set(
  `
    accounts adds amounts arise augusta balanced balances balls ban banks banky beast being bells bet
    bets bien billy bind bing bink bins blank blow boring brig brill brings briny bulls cancels case
    chang changed changes charged charger charges chased chaser chases chaste checks chick chose
    christmases chuck clint cold collect collector collects comet confirms contacted contract contracts
    coot couldn crate created creates crete cult curt custom customary customs cute cuts daft day
    deadlines deb debut deceived decline deemer deleted deline delivers dents det discord dismount
    dispatched dispatcher dispatches displays disturbs dollar drafty drat drift drifts ease edet eights
    emails erased eraser ever excluded fiend fin finds fined fist fitch fletch forest form fort forth
    forwards fridays fro generated generates generator gent gets given giver gives hundreds included
    includes issued issues knack knocks lasts least les lists lit mae maker makes mal mali marks men
    millions moe mondays moore morse munch net news newt nude numbers opens owned owning pad parson
    parton patents patrols peoples performances persona persons phoned phones phoney pig pin plaid
    pleased pleases pout predicts prepared prepares priced prices pricey pride prince printed produced
    producer produces product projecting projector projects protect protected protection pulls punt
    puts putt putz quarters quartet raining raised raises receive receiver receivers receives records
    registered registers registrar registry reindeer relieved remanded reminded reminding reminds
    removed remover removes render renders resorts retaining revenge revived rise ruin rune rung runs
    runt sable sakes sal salem salle salve saturdays saved saver saves scale scales scrape scraps scrip
    seattle seconds seed seek seem seen seer sees sele sen sends settles sevens shard shared shares
    shave shire shore shouldn shown shows sith slave smee snare soles sow spend stale star starr starts
    statements steven stuart sturdy suave sule sundays tan taxi tent thane there thirds thirsty
    thousands thrash threes threw thursdays tomorrows transfers transform trashy tree tuesdays updated
    updates very vie views wednesdays were wheat width wit witch withdrawals withdrawn withdrew woes
    wouldn writ writer writes wrote yearn  `
    .trim()
    .split(/\s+/),
);
