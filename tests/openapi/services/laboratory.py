"""A laboratory: tags that have an alias, generic commands, models of headers, rows of numbers of any length."""
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Dict, Generic, List, Literal, Optional, Tuple, TypeVar, Union
from uuid import UUID
from fastapi import APIRouter, Body, Depends, FastAPI, Header, HTTPException, Path, Query, Security, status
from fastapi.security import APIKeyHeader, HTTPAuthorizationCredentials, HTTPBearer
from pydantic import AliasChoices, AliasPath, BaseModel, ConfigDict, Field, StringConstraints, conlist, constr, model_validator
from pydantic.alias_generators import to_camel, to_pascal

class Api(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, str_strip_whitespace=True, use_enum_values=True)

class Unit(str, Enum):
    MG = "mg/dL"
    MMOL = "mmol/L"

class Flag(str, Enum):
    HIGH = "H"
    LOW = "L"
    NORMAL = "N"

class Range(Api):
    low: Optional[float] = None
    high: Optional[float] = None

class Numeric(Api):
    result_type: Literal["numeric"]
    value: Decimal = Field(..., ge=0)
    unit: Unit
    reference_range: Range = Field(default_factory=Range)

class Coded(Api):
    result_type: Literal["coded"]
    code: Annotated[str, StringConstraints(pattern=r"^[A-Z0-9]{2,6}$")]
    system: str = "LOINC"

class TextResult(Api):
    result_type: Literal["text", "note"]
    text: str = Field(..., max_length=20)

Result = Annotated[Union[Numeric, Coded, TextResult], Field(discriminator="result_type")]

class Observation(Api):
    id: UUID
    patient_id: int = Field(..., gt=0)
    taken_at: datetime
    results: conlist(Result, min_length=1, max_length=3)
    flags: List[Flag] = Field(default_factory=list)
    notes: Dict[str, str] = Field(default_factory=dict)
    position: Tuple[int, int] = (0, 0)
    performer: Union[int, str, None] = None
    related: List["Observation"] = Field(default_factory=list, max_length=1)
    is_final: bool = Field(True, alias="final")

Observation.model_rebuild()
T = TypeVar("T", bound=BaseModel)

class Page(Api, Generic[T]):
    items: List[T]
    total_count: int = Field(..., ge=0)
    next_page: Optional[int] = None

class Command(Api, Generic[T]):
    correlation_id: UUID
    payload: T
    sent_on: date

class ReqHeaders(BaseModel):
    x_correlation_id: UUID
    x_user_role: Literal["doctor", "nurse"]
    x_attempt: int = Field(1, ge=1, le=5)
    x_scopes: List[str] = []

class ListParams(BaseModel):
    page: int = Field(1, ge=1)
    page_size: int = Field(20, ge=1, le=100, alias="pageSize")
    flags: List[Flag] = Field([], alias="flag")
    taken_from: Optional[date] = Field(None, alias="takenFrom")

app = FastAPI(title="Lab", version="1.2.3")
auth = HTTPBearer()
router = APIRouter(prefix="/observations", tags=["Observations"], dependencies=[Depends(auth)])

@router.get("", response_model=Page[Observation])
async def list_(params: Annotated[ListParams, Query()]): return {"items": [], "totalCount": 0}
@router.post("", status_code=status.HTTP_201_CREATED, response_model=Observation)
async def create(obs: Observation, headers: Annotated[ReqHeaders, Header()]): return obs
@router.get("/{observation_id}", responses={404: {"description": "Not found"}})
async def get(observation_id: UUID = Path(..., description="id"), include: List[Flag] = Query(default=[])): return None
@router.put("/{observation_id}/results/{index}")
async def put(observation_id: UUID, index: int = Path(..., ge=0), result: Result = Body(...)): return None
@router.post("/commands")
async def command(cmd: Command[Observation]): return None
@router.post("/ranges")
async def ranges(ranges: Dict[Unit, Range]): return None
@router.patch("/{observation_id}")
async def patch(observation_id: UUID, flags: Optional[List[Flag]] = Body(None), final: Optional[bool] = Body(None)): return None
@app.get("/search/{code}")
async def search(code: constr(min_length=2, max_length=6), unit: Optional[Unit] = None, value: Optional[Decimal] = Query(None, ge=0), at: Optional[datetime] = None, pair: Tuple[int, int] = Query((0, 1)), key: str = Security(APIKeyHeader(name="X-API-Key"))): return None
@app.post("/upload/raw")
async def raw(rows: List[Dict[str, Union[int, float, str, None]]], strict: bool = Query(False)): return None
app.include_router(router)
