import { set } from './lexicon.ts';

/** Titles before a person's name that belong to it. */
export const TITLES =
  set(`messrs mr mrs miss ms mister dr doctor engr engineer barr barrister chief alhaji alhaja hajiya haj
  alh hajia mallam malam pastor rev reverend prophet evangelist bishop imam prof professor oga madam madame aunty auntie
  aunt uncle bro brother sis sister mama mummy mommy papa baba daddy iya nna otunba oba oloye hrh hon honourable
  capt captain col major gen sir lady deacon deaconess pst prince princess iyalaje architect arc surveyor nurse coach`);

/** Suffixes that only company names have. */
export const FIRM_ENDINGS = set(
  'ltd limited plc llc inc nig nigltd enterprises ventures stores foods textiles academy intl',
);

/** Common given names and family names; names that are not here are known by their place and their capitals. */
export const NAMES = set(`
  ada adaeze adaobi adamu adanna adaora ade adebayo adebisi adebola adedayo adedeji adegoke adekunle adeleke adeleye
  ademola adeniyi adenike adeola adeolu aderonke adesanya adesina adesuwa adetola adetoun adewale adewunmi adeyemi
  adeyinka agatha agbaje agnes agu ahmad ahmed aisha aishat ajayi ajibade ajoke akande akin akinola akintola akinwale
  akpan alabi alex alexander alfred ali alice aliyu amaka amanda amara amarachi ambrose amina aminat aminu amos andrew
  anita ann anna anthony anthonia antonia anyanwu aregbesola arinze audu augustine austin awolowo ayo ayobami ayodeji
  ayodele ayomide ayotunde azeez babajide babangida babatunde bala balogun bamidele bankole bashir bassey bayo becky
  bello benjamin benedicta bernard bertha beatrice biodun bisi bisola blessing bode bola bolaji bolanle bolu boluwatife
  bose boniface bright bridget bukky bukola bunmi busayo caleb caroline catherine cecilia charity charles charlotte
  chiamaka chibuike chibuzo chibuzor chichi chidera chidi chidiebere chidimma chidinma chidiogo chigozie chijioke chika
  chike chikodi chima chimamanda chinaza chinedu chinelo chinenye chinonso chinwe chinyere chioma chisom chizoba
  christian christiana christopher christy chuka chukwu chukwudi chukwuemeka chuks chukwuma clement collins comfort
  confidence cynthia dada dami damilare damilola daniel danjuma danladi dare david dayo debby deborah deji dele denis
  dennis desmond destiny dike dolapo dominic dora doris dorcas dotun duru ebere ebele ebiere ebuka eche edet edith
  edward efe efosa egbo ego ehis ejike ejiofor ekaette ekanem ekene ekong elizabeth elijah ella emeka emem emily
  emmanuel ene eniola enitan ephraim eric esther etim eunice evelyn ezekiel eze ezinne fadekemi faith fatai fatima
  fatimah favour felicia felix femi festus fidelis florence folake folarin folasade francis franca frank friday funke
  funmi funmilayo funsho gabriel garba george gideon gift gloria godfrey godwin goodluck grace gladys glory habiba
  hadiza hafsat hakeem halima hamza hannah happiness haruna hassan hauwa helen henry henrietta hope ibe ibrahim idara
  idowu idris ifeanyi ifeoma ifeyinwa ifunanya ifeoluwa ijeoma ike ikechukwu ikenna ikpeme ikram imade imran ini
  iniobong inyang isaac isah isaiah ismail isioma itoro ivie iyabo iyke jacob jamila james janet jane jennifer
  jeremiah jerry jessica jide jimoh jimi joan joel john johnson jolomi jonah jonathan joseph josephine joshua joy joyce
  jude judith juliana julie juliet juma jumoke justin justina kabiru kafayat kalu kamal kareem kate kayode kehinde
  kelechi kelvin kemi ken kenechukwu kenneth khadija kikelomo kingsley kola kolade korede kunle kalejaiye ladi lai
  lanre laraba lateef latifat lawal lawrence layo lekan leke lilian linda lola love lucky lucy luke lydia mabel madu
  maduka magdalene mahmud mainasara maimuna makinde margaret maria mariam marian mark martha martin martins mary
  maryam matthew maureen mbah mercy michael mide miracle miriam mohammed monday monica moses mohammad mosun
  mubarak muhammad muhammed musa musah mustapha nafisa nancy nasir nathaniel ndidi ndubuisi nduka nelson ngozi nike
  nkechi nkem nkiru nkoyo nneka nnaji nnamdi nnenna nonso nonye nosa nwachukwu nwankwo nwosu nyong obi obinna obiageli
  obioma obong odion oge ogechi ogbonna ogunleye ojo okafor okechukwu okeke okeowo okezie okon okonkwo okoro okorie
  okoye okpara ola olabisi oladele oladipo olaide olajide olamide olaniyan olanrewaju olatunji olawale olayinka olivia
  olu oluchi olufemi olumide olusegun oluwaseun oluwatobi oluwole omo omolara omololu omotola omowunmi onome onuoha
  onyeka onyekachi onyema onyinye ope opeyemi osagie osas osaze osinachi osita otobong owolabi oyelade oyinda pamela
  patience patricia patrick paul paulina peace peter philip philomena philo pius precious priscilla promise queen
  queeneth rabiu rachael rachel rahma raheem ralph ramat rasheed raymond rebecca regina remi rhoda richard rita robert
  roland ronke rosemary rose rotimi rukayat rukky ruth sade sadiq safiya saheed saidu salami salisu salome sambo samuel
  sandra sani sarah saturday sean segun seun seyi shade shafiu shehu shola shonekan sikiru simi simeon simon solomon
  sola soji sophia stanley stella stephen steve sule suleiman sulaimon sunday susan sylvester sylvia tade taiwo tayo
  tariq tega temi temidayo temilade temitope teniola tessy thelma theresa thomas timi timilehin timothy titi titilayo
  tobechukwu tobi tokunbo tola tolu toluwani toma tony tope toyin tosin tunde tunji uche uchechi uchenna udeh udo ugo
  ugochi ugochukwu ugonna uju ukamaka umar umaru umoh unoma usman utibe uzo uzoma uzochukwu valentine vera veronica
  vivian victor victoria vincent wahab wale wasiu wemimo william wilson winifred wisdom wole wunmi yahaya yakubu yemi
  yemisi yetunde yewande yinka yomi yusuf yusufu zainab zainabu zara zubairu zulaihat bakare effiong obiora akinwumi
  akinyemi oladapo oyebanji ogundipe adesola eberechi somto somtochukwu kosi kosisochukwu ebube munachi zikora
  nwafor nweke nnadi nnaemeka onwuka onu oparah orji osuji ubah ugwu uzor agbo ani attah danbaba gambo gana jibrin
  lami ladan nuhu rilwan sabo tanko tukur yaro ekpo eno essien ita okpo udoh ukpong akpa dogo bassey briggs amadi wike
  ben sam sammy eddy freddy tonye bimbo bimpe ronnie charly chinaka jamiu kazeem ronald usmanu ighalo ayuba isa
  horsfall dokubo alalibo tamuno preye ebi tari timipre boma ibinabo tekena`);
